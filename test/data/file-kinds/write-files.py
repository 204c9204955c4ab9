"""Writes the binary files of this folder as pandas, polars and pyarrow write them: pip install pandas polars pyarrow."""

import datetime
import decimal
import os

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files")
PRICES = {"Open": [10.0, 11.0, 12.0], "High": [12.0, 13.0, 14.0], "Low": [9.0, 10.0, 11.0], "Close": [11.0, 12.0, 13.0]}
VOLUMES = {"Volume": [100, 200, 300]}
DAYS = pd.DatetimeIndex(["2024-01-02", "2024-01-03", "2024-01-04"], name="Date")
MINUTES = pd.date_range("2024-01-02 09:30", periods=3, freq="1min", tz="America/New_York", name="Datetime")


def at(name):
    return os.path.join(HERE, name)


days = pd.DataFrame(PRICES | VOLUMES, index=DAYS)
minutes = pd.DataFrame(PRICES | VOLUMES, index=MINUTES)
days.to_parquet(at("pandas-zstd.parquet"), compression="zstd")
minutes.to_parquet(at("pandas-lz4.parquet"), compression="lz4")
minutes.reset_index().to_feather(at("pandas-lz4.feather"))
days.reset_index().to_feather(at("pandas-plain.feather"), compression="uncompressed")

minutes.rename_axis(None).to_parquet(at("unnamed-index.parquet"), compression="zstd")
pd.concat([days, days], axis=1, keys=["AAA", "BBB"]).to_parquet(at("wide.parquet"), compression="zstd")
split = pa.table(
    {
        "date": pa.array([DAYS[0].date()] * 3, pa.date32()),
        "time": pa.array([datetime.time(9, 30), datetime.time(9, 31), datetime.time(9, 32)], pa.time64("us")),
        **PRICES,
        **VOLUMES,
    }
)
parquet.write_table(split, at("date-and-time.parquet"), compression="zstd")
feather.write_feather(split, at("date-and-time.feather"), compression="lz4")

lower = {name.lower(): values for name, values in (PRICES | VOLUMES).items()}
starts = [stamp.value for stamp in MINUTES]
polars = pl.DataFrame({"time": pl.Series(DAYS.to_pydatetime().tolist(), dtype=pl.Datetime("us")), **lower})
polars.write_parquet(at("polars-zstd.parquet"), compression="zstd")
polars.write_ipc(at("polars-zstd.arrow"), compression="zstd")
pl.DataFrame({"ts_event": starts, **lower}).write_parquet(at("integer-times.parquet"), compression="zstd")
pl.DataFrame({"ts_event": starts, **lower}).write_ipc(at("integer-times.arrow"), compression="lz4")

money = pa.decimal128(12, 4)
twice = {name: [decimal.Decimal(value) for value in [*values, values[0] * 10]] for name, values in PRICES.items()}
symbols = pa.array(["AAA", "AAA", "AAA", "BBB"]).dictionary_encode()
table = pa.table(
    {
        "date": pa.array([*DAYS.date, DAYS.date[0]], pa.date32()),
        "symbol": symbols,
        **{name: pa.array(values, money) for name, values in twice.items()},
        "Volume": pa.array([100, 200, 300, 400], pa.int32()),
    }
)
parquet.write_table(table, at("decimals.parquet"), compression="zstd")
feather.write_feather(table, at("decimals.feather"), compression="zstd")
with pa.OSFile(at("stream.arrows"), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
    writer.write_table(table)

CSV = "timestamp,open,high,low,close,volume\n" + "".join(
    f"2024-01-0{day + 2},{o:g},{h:g},{l:g},{c:g},{v}\n"
    for day, (o, h, l, c, v) in enumerate(zip(*PRICES.values(), *VOLUMES.values()))
)
for codec, ending in (("zstd", "zst"), ("gzip", "gz"), ("bz2", "bz2")):
    with open(at(f"days.csv.{ending}"), "wb") as packed:
        with pa.CompressedOutputStream(packed, codec) as out:
            out.write(CSV.encode())
