// Generated from schemas/Money.json (75bd67b2394c) by `cms generate`, which overwrites this file.

/** An amount in a currency. */
export interface Money {
  amount: number;
  currency: 'EUR' | 'GBP';
}

/** An amount in a currency. */
export type MoneyInput = Money;
/** An amount in a currency. */
export type MoneyPatch = MoneyInput;
