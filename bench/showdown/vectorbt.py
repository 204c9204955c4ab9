"""The kernels of vectorbt in a process of their own: `vectorbt.py orders|equity FOLDER WORKLOAD FILE`, with the same words as engine.ts.

FOLDER holds the package `vectorbt`. Only its compiled functions are used, so Numba and NumPy are all that must be installed.
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

what, folder, workload, file = sys.argv[1:]
workload = json.loads(workload)
CASH, QUANTITY, FAST, SLOW, SESSION, SESSIONS_PER_YEAR = 1_000_000.0, 10.0, 30, 150, 1_440, 365.0


def say(message):
    print(json.dumps(message), flush=True)


class StandIn(type):
    """What a module that is not needed gives for each name."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything

    def __getitem__(cls, _):
        return cls

    def __or__(cls, _):
        return cls

    __ror__ = __or__


class Anything(metaclass=StandIn):
    def __init__(self, *args, **kwargs):
        pass


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Modules that would load pandas and plotly, which the compiled functions do without."""

    def find_spec(self, name, path, target=None):
        if name.startswith("vectorbt."):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__path__ = []
        module.__getattr__ = lambda name: getattr(typing, name, None if name.startswith("__") else Anything)
        return module

    def exec_module(self, module):
        pass


def kernels():
    """The compiled functions of portfolios, columns, records and returns."""
    stand_ins = StandIns()
    for name in ["", ".base", ".generic", ".portfolio", ".records", ".returns", ".utils"]:
        package = types.ModuleType("vectorbt" + name)
        package.__path__ = [os.path.join(folder, "vectorbt", *name.split(".")[1:])]
        sys.modules["vectorbt" + name] = package
    unneeded = ["_settings", "_typing", "utils.config", "utils.checks", "utils.docs", "base.index_fns", "base.array_wrapper"]
    for name in unneeded:
        name = "vectorbt." + name
        sys.modules[name] = stand_ins.create_module(importlib.machinery.ModuleSpec(name, stand_ins))
    sys.meta_path.append(stand_ins)
    found = [importlib.import_module(f"vectorbt.{name}.nb") for name in ["portfolio", "generic", "records", "returns"]]
    sys.meta_path.remove(stand_ins)
    return found


try:
    import numpy as np
    import numba  # noqa: F401

    portfolio, generic, records, returns = kernels()
except Exception as error:
    say({"absent": f"{type(error).__name__}: {error}"})
    sys.exit()

bars, columns = workload["bars"], workload["columns"]
prices = np.fromfile(file).reshape(columns, 2, bars)
# Column after column, as its loops go.
opens, closes = (np.asfortranarray(prices[:, place, :].T) for place in (0, 1))


def given_sizes():
    """Sizes at the bars whose opens fill them, nothing elsewhere."""
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


given = given_sizes() if "every" in workload else None
most = None if given is None else int(np.count_nonzero(~np.isnan(given)))
each = np.ones(columns, dtype=np.int64)
cash = np.full(columns, CASH)
sequence = np.zeros((bars, columns), dtype=np.int64)


def filled():
    sizes = rule_sizes() if given is None else given
    found, _ = portfolio.simulate_from_orders_nb(
        (bars, columns),
        each,
        cash,
        sequence,
        size=sizes,
        price=opens,
        close=closes,
        max_orders=most or int(np.count_nonzero(~np.isnan(sizes))),
    )
    return found


def valued(found):
    shape = (bars, columns)
    by_column = records.col_map_nb(found["col"], columns)
    assets = portfolio.assets_nb(portfolio.asset_flow_nb(shape, found, by_column, 2))
    money = portfolio.cash_nb(portfolio.cash_flow_nb(shape, found, by_column, False), cash)
    return portfolio.value_nb(money, portfolio.asset_value_nb(closes, assets))


def outcome(found):
    value = valued(found)
    result = {"fills": len(found), "equity": float(value[-1].sum())}
    if given is None:
        curve = value[:, 0]
        # The last may be short.
        closings = curve[np.append(np.arange(SESSION - 1, bars - 1, SESSION), bars - 1)]
        of_sessions = returns.returns_1d_nb(closings, CASH)
        result["sharpe"] = float(returns.sharpe_ratio_1d_nb(of_sessions, SESSIONS_PER_YEAR, 0.0, 1))
        result["maxDrawdown"] = float(returns.max_drawdown_1d_nb(returns.returns_1d_nb(curve, CASH)))
    return result


titles = {"orders": "vectorbt Numba, orders alone", "equity": "vectorbt Numba, orders and equity"}
say({"title": titles[what], "outcome": outcome(filled())})
for _ in sys.stdin:
    start, used = time.perf_counter(), time.process_time()
    if what == "orders":
        filled()
    else:
        outcome(filled())
    say({"ms": (time.perf_counter() - start) * 1000, "cpuMs": (time.process_time() - used) * 1000})
