/**
 * Every failure that Hindcast reports on purpose, by code: what must hold, and what to do where it does not. The rows of `docs/reference/errors.md` and what
 * `hindcast explain CODE` prints are made of it. Pages bundle the codes as a type alone, so none of these texts.
 */
export const ERROR_TABLE = {
  ADDRESS_UNAVAILABLE: {
    mustHold:
      "The address on which a server shall listen is one of this machine, and no other program listens on its port.",
    whatToDo: "Choose another port with `--port` or `--admin-port`, or end the other program.",
  },
  BARS_INVALID: {
    mustHold:
      "Bars stand in order of time, without doubles, and times are dates in milliseconds; high is the highest price of a bar and low the lowest; prices are finite.",
    whatToDo: "Look at the bar that the message names and correct it in the file. Nothing is repaired silently.",
  },
  CALENDAR_INVALID: {
    mustHold: "A calendar that a recording declares has a zone, sessions whose times rise, and facts with dates.",
    whatToDo: "Correct the member of the manifest that the message names.",
  },
  CALENDAR_UNKNOWN: {
    mustHold:
      "A calendar that is named is built in or declared by the recording; a function of bars takes the calendar itself, not its name.",
    whatToDo: "Choose one of the calendars that the message lists, and pass what `calendarOf(name)` returns.",
  },
  CASH_OUT_OF_RANGE: {
    mustHold:
      "The cash of a run is a finite amount, at least the currency's smallest unit, that this unit can count exactly.",
    whatToDo: "Give less cash, or a currency with fewer decimals; of less than a cent, more.",
  },
  DATA_EMPTY: {
    mustHold: "A file of prices holds at least one bar.",
    whatToDo: "Check that the file is the right one and that its rows follow the line with the names.",
  },
  DATA_FILE_INVALID: {
    mustHold: "A file has a column for the date and for open, high, low and close, and every cell can be read.",
    whatToDo: "Go to the line that the message names.",
  },
  DATA_FILE_NOT_FOUND: {
    mustHold: "The file of prices exists and may be read.",
    whatToDo: "Check the path; it counts from the folder in which the command runs.",
  },
  DATE_INVALID: {
    mustHold: "A date is written `YYYY-MM-DD` and exists in the calendar; an instant follows ISO 8601.",
    whatToDo: "Write `2008-02-29`, not `29.2.2008`.",
  },
  DATE_RANGE_EMPTY: {
    mustHold: "Between `from` and `to`, both included, lies at least one whole bar.",
    whatToDo: "Compare both dates with the first and the last bar that the message names.",
  },
  EXPIRATION_UNKNOWN: {
    mustHold: "An expiration that is asked for is one of the chain's, and is not past.",
    whatToDo: "Choose one of the expirations in the details.",
  },
  IMPORT_REFUSED: {
    mustHold: "Everything that is imported can be read and fits the recording; otherwise nothing of it is written.",
    whatToDo:
      "Read the report of what was refused and why, correct the files or leave those rows out, and import again.",
  },
  INDICATOR_UNKNOWN: {
    mustHold: "An indicator that is asked for by name is in the catalogue.",
    whatToDo: "Choose a name of `hindcast list indicators`.",
  },
  INTERRUPTED: {
    mustHold: "Work goes on until it is done, or somebody stops it with Ctrl-C.",
    whatToDo: "Nothing is wrong: with `--journal` the same command goes on where it stopped.",
  },
  INTERVAL_UNAVAILABLE: {
    mustHold: "Bars are as long as those recorded, or longer; a run begins with recorded ones.",
    whatToDo:
      'Ask for one of the intervals in the details. In a strategy `bars("5m")` joins finer bars to longer ones, outside of it `resample` does.',
  },
  INTERVAL_UNKNOWN: {
    mustHold:
      "An interval is one of the lengths that a bar can have: `1m` to `90m`, `1h`, `4h`, `1d`, `5d`, `1wk`, `1mo`, `3mo`.",
    whatToDo: "Choose one of these, or resample finer bars to it.",
  },
  JOURNAL_INVALID: {
    mustHold:
      "The journal of a sweep is a file of its own: its header, then a line for each trial, of the same strategy, data, settings, parameters, constraint and seed, as it was written. Trials of an earlier version give the same results now.",
    whatToDo:
      "Name another file, or repeat the sweep as it was begun. Take out a line that is damaged: its trial runs again.",
  },
  KEY_UNKNOWN: {
    mustHold: "A key that is named by its id exists and has not been revoked.",
    whatToDo: "`hindcast keys list` shows the ids.",
  },
  LOOKAHEAD_FOUND: {
    mustHold: "What a strategy decides at a bar is the same whatever comes after the bar.",
    whatToDo:
      "The message names the indicator or the order that changed; make it read closed bars only. A run refuses an indicator of your own with this code, too.",
  },
  MONEY_OUT_OF_RANGE: {
    mustHold: "An amount of money counts fewer than 2^53 of the currency's smallest units, so that sums stay exact.",
    whatToDo: "Trade smaller quantities, or turn the rounding of money off.",
  },
  ORDER_INVALID: {
    mustHold:
      "An order has the fields that its type asks for, finite prices, quantities and distances above 0, and exactly one way of saying its size.",
    whatToDo: "Correct the call in the strategy that the message describes.",
  },
  OUTPUT_NOT_WRITABLE: {
    mustHold:
      "What results go to can be created and written, to its end: a folder, a file such as a journal, standard output.",
    whatToDo: "Choose another place or free this one. A journal holds the trials before.",
  },
  PACKAGE_MISSING: {
    mustHold: "A package that is needed for this alone, such as `@duckdb/node-api`, is installed.",
    whatToDo: "Run the command that the message ends with.",
  },
  PARAMETER_OUT_OF_RANGE: {
    mustHold: "A parameter is a number, or a word, inside the bounds that its owner declares.",
    whatToDo: "The message names the parameter, its bounds and the value.",
  },
  PARAMETER_UNKNOWN: {
    mustHold: "A parameter has a name that its owner knows, and there are not more numbers than parameters.",
    whatToDo: "Choose one of the names that the message lists.",
  },
  RAW_UNAVAILABLE: {
    mustHold: "Prices as traded are asked of a recording that has them.",
    whatToDo: "Ask for adjusted prices; this recording has no others.",
  },
  RECORDING_DAMAGED: {
    mustHold: "A file of a recording has the bytes that its manifest says, by length and SHA-256.",
    whatToDo: "Fetch or write the file again; it was changed or cut off.",
  },
  RECORDING_INVALID: {
    mustHold:
      "A recording's manifest has the members that the format asks for, and its files hold the columns that it says.",
    whatToDo: "Correct the manifest at the place that the message names.",
  },
  RECORDING_NOT_FOUND: {
    mustHold: "A recording is a folder with a `manifest.json` that may be read.",
    whatToDo: "Check the path; it counts from the folder in which the command runs.",
  },
  REDIS_LOST: {
    mustHold:
      "The Redis over which trials are shared keeps taking commands: for at most a minute it may take none, and it refuses none.",
    whatToDo:
      "Start it again, or look for what is full, read-only or locked; with `--journal` the same command goes on.",
  },
  SETTING_INVALID: {
    mustHold:
      "A setting of the run, an option of a function, or a name in a series or a definition, exists; a setting has one of its values.",
    whatToDo: "Choose one of the names or values that the message lists.",
  },
  STATE_INVALID: {
    mustHold:
      "The file in which a server keeps its state is one that this version or an older one wrote, is undamaged and can be written; no other server serves it; its accounts replay to the totals that were stored.",
    whatToDo:
      "Choose another file with `--state`, use the newer version that the message names, or end the other server. For totals that differ see [after an upgrade](api-trading.md#after-an-upgrade).",
  },
  STRATEGY_EXITED: {
    mustHold: "A strategy returns, and never ends the process (`process.exit`).",
    whatToDo:
      "Throw an error where the run is to fail. Look for a package that ends the process: the message names the trial, or the file that was being loaded.",
  },
  STRATEGY_INVALID: {
    mustHold:
      "A strategy is made by `defineStrategy`, its parameters satisfy its constraint, its indicators are nodes of the graph; a worker has its file as the experiment was begun with it.",
    whatToDo:
      "Correct the strategy's definition at the place that the message names; start a worker again when the file has changed.",
  },
  STRATEGY_NOT_FOUND: {
    mustHold: "A strategy's file exists and exports one strategy, or its name is one of the known ones.",
    whatToDo: "Check path and name; `hindcast list strategies` shows the names.",
  },
  STRATEGY_OUT_OF_MEMORY: {
    mustHold: "Trials take no more memory together than `--memory` says, columns outside the heap included.",
    whatToDo:
      "Look for a list that grows without end, in the trial that the message names; or give more with `--memory`, or use fewer threads.",
  },
  SYMBOL_UNKNOWN: {
    mustHold:
      "A symbol that is asked for has been recorded; one that is imported or served has A-Z, 0-9, `^ . = -` and at most 25 letters.",
    whatToDo: "Choose one of the symbols that the message lists; import under another name.",
  },
  TRIAL_UNREPEATABLE: {
    mustHold:
      "The best, the last and a sample of the trials of a sweep or a search give the same rows when they run again in a new instance of the strategy's module.",
    whatToDo:
      "Keep nothing in module variables, files or closures from one run to the next: use `state`, and `random()` of the context.",
  },
  USAGE: {
    mustHold: "A command is called with the arguments and options that it has.",
    whatToDo: "`hindcast help` and `hindcast help run` show them.",
  },
  WORKER_LOST: {
    mustHold:
      "A worker on another machine stays alive until its trials are done, a thread until its first trial begins, a server or the process of a run until a backtest is done; what it leaves is tried again, three times in all, but for a backtest whose own process ended.",
    whatToDo: "Look for what ends it: memory, or a strategy that ends the process.",
  },
  ZONE_UNKNOWN: {
    mustHold: "A time zone has a name of the IANA database, such as `America/New_York`.",
    whatToDo: "Replace abbreviations such as `PDT` by the name of a place. `EST` is a name, and never has summer time.",
  },
} satisfies Readonly<Record<string, ErrorText>>;

/** What is said of an error code, in Markdown. */
interface ErrorText {
  readonly mustHold: string;
  readonly whatToDo: string;
}
