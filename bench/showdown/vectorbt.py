"""Process that runs the kernels of vectorbt: `vectorbt.py orders|equity FOLDER WORKLOAD FILE`, with the protocol of engine.ts.

FOLDER holds the package `vectorbt`. Only its compiled functions are used, so only Numba and NumPy must be installed.
"""

import importlib
import importlib.abc
import importlib.machinery
import json
import os
import sys
import time
import types
import typing

mode, folder, workload, file = sys.argv[1:]
workload = json.loads(workload)
CASH, QUANTITY, FAST, SLOW, SESSION, SESSIONS_PER_YEAR = 1_000_000.0, 10.0, 30, 150, 1_440, 365.0


def print_message(message):
    print(json.dumps(message), flush=True)


class PlaceholderType(type):
    """Type of the placeholder that an unneeded module has for each name."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Placeholder

    def __getitem__(cls, _):
        return cls

    def __or__(cls, _):
        return cls

    __ror__ = __or__


class Placeholder(metaclass=PlaceholderType):
    def __init__(self, *args, **kwargs):
        pass


class PlaceholderImporter(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Replaces modules that load pandas and plotly, which the compiled functions do not need."""

    def find_spec(self, name, path, target=None):
        if name.startswith("vectorbt."):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__path__ = []
        module.__getattr__ = lambda name: getattr(typing, name, None if name.startswith("__") else Placeholder)
        return module

    def exec_module(self, module):
        pass


def kernels():
    """Imports the compiled functions for portfolios, columns, records and returns."""
    importer = PlaceholderImporter()
    for name in ["", ".base", ".generic", ".portfolio", ".records", ".returns", ".utils"]:
        package = types.ModuleType("vectorbt" + name)
        package.__path__ = [os.path.join(folder, "vectorbt", *name.split(".")[1:])]
        sys.modules["vectorbt" + name] = package
    unneeded = ["_settings", "_typing", "utils.config", "utils.checks", "utils.docs", "base.index_fns", "base.array_wrapper"]
    for name in unneeded:
        name = "vectorbt." + name
        sys.modules[name] = importer.create_module(importlib.machinery.ModuleSpec(name, importer))
    sys.meta_path.append(importer)
    found = [importlib.import_module(f"vectorbt.{name}.nb") for name in ["portfolio", "generic", "records", "returns"]]
    sys.meta_path.remove(importer)
    return found


try:
    import numpy as np
    import numba  # noqa: F401

    portfolio, generic, records, returns = kernels()
except Exception as error:
    print_message({"absent": f"{type(error).__name__}: {error}"})
    sys.exit()

bars, columns = workload["bars"], workload["columns"]
prices = np.fromfile(file).reshape(columns, 2, bars)
# In column order, like its loops.
opens, closes = (np.asfortranarray(prices[:, place, :].T) for place in (0, 1))


def fixed_sizes():
    """Order sizes at the bars whose opens fill them, NaN elsewhere."""
    sizes = np.full(bars, np.nan)
    at = np.arange(workload["every"] - 1, bars, workload["every"])
    sides = np.where(np.arange(len(at)) % 2 == 0, QUANTITY, -QUANTITY)
    sizes[at[at + 1 < bars] + 1] = sides[at + 1 < bars]
    return np.asfortranarray(np.repeat(sizes[:, None], columns, axis=1))


def rule_sizes():
    close = closes[:, 0]
    held = np.zeros(bars)
    held[1:] = (generic.rolling_mean_1d_nb(close, FAST, FAST) > generic.rolling_mean_1d_nb(close, SLOW, SLOW))[:-1]
    sizes = np.diff(held, prepend=0.0) * QUANTITY
    sizes[sizes == 0] = np.nan
    return sizes[:, None]


order_sizes = fixed_sizes() if "every" in workload else None
order_count = None if order_sizes is None else int(np.count_nonzero(~np.isnan(order_sizes)))
group_lengths = np.ones(columns, dtype=np.int64)
cash = np.full(columns, CASH)
sequence = np.zeros((bars, columns), dtype=np.int64)


def simulate():
    sizes = rule_sizes() if order_sizes is None else order_sizes
    found, _ = portfolio.simulate_from_orders_nb(
        (bars, columns),
        group_lengths,
        cash,
        sequence,
        size=sizes,
        price=opens,
        close=closes,
        max_orders=order_count or int(np.count_nonzero(~np.isnan(sizes))),
    )
    return found


def equity_of(found):
    shape = (bars, columns)
    by_column = records.col_map_nb(found["col"], columns)
    assets = portfolio.assets_nb(portfolio.asset_flow_nb(shape, found, by_column, 2))
    money = portfolio.cash_nb(portfolio.cash_flow_nb(shape, found, by_column, False), cash)
    return portfolio.value_nb(money, portfolio.asset_value_nb(closes, assets))


def outcome(found):
    value = equity_of(found)
    result = {"fills": len(found), "equity": float(value[-1].sum())}
    if order_sizes is None:
        curve = value[:, 0]
        # The last session may be short.
        closings = curve[np.append(np.arange(SESSION - 1, bars - 1, SESSION), bars - 1)]
        session_returns = returns.returns_1d_nb(closings, CASH)
        result["sharpe"] = float(returns.sharpe_ratio_1d_nb(session_returns, SESSIONS_PER_YEAR, 0.0, 1))
        result["maxDrawdown"] = float(returns.max_drawdown_1d_nb(returns.returns_1d_nb(curve, CASH)))
    return result


titles = {"orders": "vectorbt Numba, orders only", "equity": "vectorbt Numba, orders and equity"}
print_message({"title": titles[mode], "outcome": outcome(simulate())})
for _ in sys.stdin:
    start, used = time.perf_counter(), time.process_time()
    if mode == "orders":
        simulate()
    else:
        outcome(simulate())
    print_message({"ms": (time.perf_counter() - start) * 1000, "cpuMs": (time.process_time() - used) * 1000})
