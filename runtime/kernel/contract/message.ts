/** A message, and what it was made of: catalogues find its translations by the English text. */
export interface MessageText {
  /** The English text with its placeholders filled in. */
  readonly message: string;
  /** The English text with placeholders (`{{ limit }}`), which names the message in catalogues; `message` where absent. */
  readonly template?: string;
  /** Values of the placeholders; dates are printed in the language of the message. */
  readonly parameters?: Readonly<Record<string, string | Date>>;
  /** Number that selects a plural form. */
  readonly count?: number;
}

/** A translated text with the placeholders of the English one, or a text for each plural category of the language. */
export type Translation = string | Readonly<Record<string, string>>;

/** Translations of one language by the English text. */
export type Translations = Readonly<Record<string, Translation>>;

/** Translations by language tag (`de`, `pt-BR`). */
export type MessageCatalogue = Readonly<Record<string, Translations>>;

/** Translates the messages of one response. */
export interface ResponseMessages {
  /** The language that was negotiated for the response. */
  readonly language: string;
  /** Whether a message was translated, so that the response depends on `Accept-Language`. */
  readonly isUsed: boolean;
  translate(text: MessageText): string;
}
