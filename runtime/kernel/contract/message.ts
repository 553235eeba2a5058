/** A message with its template. Catalogues look up translations by the English text. */
export interface MessageText {
  /** English text with the placeholders filled in. */
  readonly message: string;
  /** English text with placeholders (`{{ limit }}`), the key in catalogues; defaults to `message`. */
  readonly template?: string;
  /** Values of the placeholders; dates are printed in the language of the message. */
  readonly parameters?: Readonly<Record<string, string | Date>>;
  /** Number that selects a plural form. */
  readonly count?: number;
}

/**
 * A translated text with the placeholders of the English one, or one text per plural category of the
 * language.
 */
export type Translation = string | Readonly<Record<string, string>>;

/** Translations of one language, by English text. */
export type Translations = Readonly<Record<string, Translation>>;

/** Translations by language tag (`de`, `pt-BR`). */
export type MessageCatalogue = Readonly<Record<string, Translations>>;

/** Translates the messages of one response. */
export interface ResponseMessages {
  /** The language negotiated for the response. */
  readonly language: string;
  /** Whether a message was translated, so that the response varies by `Accept-Language`. */
  readonly isUsed: boolean;
  translate(text: MessageText): string;
}
