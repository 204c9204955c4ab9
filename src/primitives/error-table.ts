/**
 * All errors that Hindcast throws deliberately, by code. `docs/reference/errors.md` and `hindcast explain CODE` show these rows. Bundles for web
 * pages contain only the types of the codes.
 */
export const ERROR_TABLE = {
  ADDRESS_UNAVAILABLE: {
    meaning:
      "The server cannot listen on the address: it does not belong to this machine, or another program uses the port.",
    whatToDo: "Choose another port with `--port` or `--admin-port`, or stop the other program.",
  },
  BARS_INVALID: {
    meaning:
      "Bars are out of order or repeated, or a time is not in epoch milliseconds. Or a high or low is not the highest or lowest price of its bar, or a price is not finite.",
    whatToDo: "Correct the bar that the message names. Hindcast never repairs data silently.",
  },
  CALENDAR_INVALID: {
    meaning: "A calendar that the recording declares is invalid: its zone, the times of a session, or a date.",
    whatToDo: "Correct the field of the manifest that the message names.",
  },
  CALENDAR_UNKNOWN: {
    meaning:
      "No calendar has this name, neither built in nor declared by the recording. Or a function that takes a calendar was given a name.",
    whatToDo: "Choose a calendar that the message lists. Pass the return value of `calendarOf(name)`, not the name.",
  },
  CASH_OUT_OF_RANGE: {
    meaning:
      "The starting cash is not finite, is below the currency's smallest unit, or is too large to be counted exactly in that unit.",
    whatToDo: "Use less cash or a currency with fewer decimals. If the cash is below the smallest unit, use more.",
  },
  COLUMN_UNKNOWN: {
    meaning: "A strategy reads a column of your own that the data of a symbol do not have.",
    whatToDo:
      "Choose one of the columns in the message, or join a table that has the column, with `--join` or `joinColumns`.",
  },
  DATA_EMPTY: {
    meaning: "The price file has no bars.",
    whatToDo: "Check that the path names the right file, and that rows follow the header.",
  },
  DATA_FILE_INVALID: {
    meaning: "The file lacks a column for the date, open, high, low or close, or has a cell that cannot be read.",
    whatToDo: "Correct the line that the message names.",
  },
  DATA_FILE_NOT_FOUND: {
    meaning: "The price file does not exist or cannot be read.",
    whatToDo: "Check the path. It is relative to the current folder.",
  },
  DATE_INVALID: {
    meaning: "A date is not written `YYYY-MM-DD` or does not exist, or an instant does not follow ISO 8601.",
    whatToDo: "Write `2008-02-29`, not `29.2.2008`.",
  },
  DATE_RANGE_EMPTY: {
    meaning: "No complete bar lies between `from` and `to`, both inclusive, in the data or at the source.",
    whatToDo: "Compare `from` and `to` with the first and the last bar that the message names.",
  },
  EXPIRATION_UNKNOWN: {
    meaning: "The options chain has no such expiration, or it has passed.",
    whatToDo: "Choose one of the expirations listed in the `details` of the error.",
  },
  IMPORT_REFUSED: {
    meaning: "A file to import has rows that cannot be read or do not fit the recording. Nothing was written.",
    whatToDo: "Read the report. Correct the files, or leave out the rows that the report lists, and import again.",
  },
  INDICATOR_UNKNOWN: {
    meaning: "No indicator has this name.",
    whatToDo: "Choose a name from `hindcast list indicators`.",
  },
  INTERRUPTED: {
    meaning: "Ctrl-C or SIGTERM stopped the work.",
    whatToDo: "Nothing is wrong. With `--journal`, running the same command again resumes the work.",
  },
  INTERVAL_UNAVAILABLE: {
    meaning:
      "The interval is shorter than that of the recorded bars, divides neither a day nor a session, a run needs bars that are not recorded, or a source does not have the interval.",
    whatToDo:
      'Choose an interval listed in the `details` of the error. For longer bars use `bars("5m")` in a strategy, or `resample` elsewhere.',
  },
  INTERVAL_UNKNOWN: {
    meaning: "The given text is not the name of a bar interval.",
    whatToDo:
      "Give a whole number of seconds, minutes or hours below a day, such as `15s`, `3m` or `2h`, or `1d`, `5d`, `1wk`, `1mo` or `3mo`.",
  },
  JOURNAL_INVALID: {
    meaning:
      "The journal is damaged, or belongs to another experiment: another strategy, data, settings, parameters, constraint or seed, or a version whose trials gave other results.",
    whatToDo:
      "Use another journal file, or repeat the experiment unchanged. If a line is damaged, delete it, and its trial runs again.",
  },
  KEY_UNKNOWN: {
    meaning: "No API key has the given id, or the key has been revoked.",
    whatToDo: "`hindcast keys list` shows the ids of all keys.",
  },
  LOOKAHEAD_FOUND: {
    meaning: "A decision of the strategy, or a custom indicator, depends on later data.",
    whatToDo:
      "The message names the indicator or the order that changed. Make the strategy or the indicator read closed bars only.",
  },
  MONEY_OUT_OF_RANGE: {
    meaning: "An amount of money reaches 2^53 of the currency's smallest units. Sums of such amounts are not exact.",
    whatToDo: 'Trade smaller quantities, or turn the rounding of money off (`moneyRounding: "none"`).',
  },
  ORDER_INVALID: {
    meaning:
      "An order lacks a field of its type, or does not give its size in exactly one way. Or a price, quantity or distance is not finite or not above 0.",
    whatToDo: "Correct the call in the strategy that the message describes.",
  },
  OUTPUT_NOT_WRITABLE: {
    meaning: "A folder, a file such as a journal, or standard output cannot be created or written.",
    whatToDo: "Choose another path, or free space. A journal keeps the trials already written.",
  },
  PACKAGE_MISSING: {
    meaning: "An optional package, such as `@duckdb/node-api`, is not installed.",
    whatToDo: "Run the command at the end of the message.",
  },
  PARAMETER_OUT_OF_RANGE: {
    meaning: "A parameter or an option has a value outside its bounds.",
    whatToDo: "Use a value within the bounds that the message names.",
  },
  PARAMETER_UNKNOWN: {
    meaning:
      "No parameter, or no metric, has this name. Or a call has more numbers as arguments than the function has parameters.",
    whatToDo: "Choose one of the names that the message lists.",
  },
  RAW_UNAVAILABLE: {
    meaning: "The recording has no unadjusted prices, only adjusted ones.",
    whatToDo: "Request adjusted prices instead.",
  },
  RECORDING_DAMAGED: {
    meaning: "A file of the recording differs from its manifest in length or SHA-256.",
    whatToDo: "The file was changed or cut off. Fetch or write the recording again.",
  },
  RECORDING_INVALID: {
    meaning: "The manifest of the recording lacks a field, or a file lacks a column.",
    whatToDo: "Correct the manifest at the place that the message names.",
  },
  RECORDING_NOT_FOUND: {
    meaning: "The folder has no `manifest.json` that can be read.",
    whatToDo: "Check the path. It is relative to the current folder.",
  },
  REDIS_LOST: {
    meaning:
      "The Redis server that distributes the trials of a sweep rejected a command, or accepted none for a minute.",
    whatToDo:
      "Restart Redis, or check whether it is full, read-only or locked. With `--journal`, running the same command again resumes the work.",
  },
  SETTING_INVALID: {
    meaning:
      "A setting or an option of a function is unknown, or a setting has an invalid value. Or an object passed to a function has an unknown field.",
    whatToDo: "Choose one of the names or values that the message lists.",
  },
  SOURCE_REFUSED: {
    meaning:
      "A source of market data rejected a download: an API key is missing or wrong, a limit is reached, or it does not have the requested range.",
    whatToDo: "Follow the words of the source in the message. Set its keys as environment variables.",
  },
  SOURCE_UNAVAILABLE: {
    meaning:
      "A source of market data cannot be reached, is overloaded, or answers with something else than the requested data, also when asked again.",
    whatToDo: "Check the network connection, then run the same command again: it continues where it stopped.",
  },
  STATE_INVALID: {
    meaning:
      "The state file was not written by a server, is damaged, cannot be written, or is in use by another server. Or a newer version wrote it, or its accounts do not match their stored totals.",
    whatToDo:
      "Choose another file with `--state`, use the newer version that the message names, or stop the other server. If totals differ, see [after an upgrade](api-trading.md#after-an-upgrade).",
  },
  STRATEGY_EXITED: {
    meaning: "The strategy ended the process (`process.exit`).",
    whatToDo:
      "Throw an error to make a run fail. A package can end the process, too: the message names the trial, or the file that was being loaded.",
  },
  STRATEGY_INVALID: {
    meaning:
      "The strategy is not the return value of `defineStrategy`, its parameters break its constraint, an indicator is not a node of the graph, or its code threw an error. Or a worker has another version of its file.",
    whatToDo: "Correct the strategy at the place that the message names. Restart a worker when the file has changed.",
  },
  STRATEGY_NOT_FOUND: {
    meaning: "The strategy's file does not exist or does not export one strategy, or no strategy has this name.",
    whatToDo: "Check the path and the name. `hindcast list strategies` shows the names.",
  },
  STRATEGY_OUT_OF_MEMORY: {
    meaning: "The trials need more memory than `--memory` allows. The limit includes columns outside the heap.",
    whatToDo:
      "Look for a list that grows without end in the trial that the message names. If there is none, raise `--memory` or use fewer threads.",
  },
  SYMBOL_UNKNOWN: {
    meaning:
      "The symbol is not recorded, or a source does not have it. Or a symbol to import or serve has other characters than A-Z, 0-9 and `^ . = -`, or more than 25 of them.",
    whatToDo: "Choose a symbol that the message lists, or import under another name.",
  },
  TRIAL_UNREPEATABLE: {
    meaning: "A trial gave a different result when it ran again in a new instance of the strategy's module.",
    whatToDo:
      "Do not keep data in module variables, files or closures between runs. Use `state`, and `random()` of the context.",
  },
  USAGE: {
    meaning: "The command does not have this argument or option, or a required one is missing.",
    whatToDo: "`hindcast help` and `hindcast run --help all` show the arguments and options.",
  },
  WORKER_LOST: {
    meaning: "Three workers in a row ended before finishing the same trials, or the process of a backtest ended.",
    whatToDo:
      "Find out why the process ends. Usual reasons are too little memory, or a strategy that ends its process.",
  },
  ZONE_UNKNOWN: {
    meaning: "The time zone is not a name of the IANA database, such as `America/New_York`.",
    whatToDo:
      "Replace abbreviations such as `PDT` by the name of a place. `EST` is a valid name, but has no daylight saving time.",
  },
} satisfies Readonly<Record<string, ErrorText>>;

/** Texts about an error code or a reason for rejecting an order, in Markdown. */
export interface ErrorText {
  readonly meaning: string;
  readonly whatToDo: string;
}
