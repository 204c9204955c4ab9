/** What an option gives: 1 to buy (a call), -1 to sell (a put). */
export type Right = 1 | -1;
