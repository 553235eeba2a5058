export type MailVariables = Readonly<Record<string, unknown>>;

/** Mail templates. A project may override each of them. */
export interface MailTemplates {
  /** Returns whether both bodies of a template exist; used by startup checks. */
  exists(name: string): boolean;
  /** Renders both bodies of a mail; `name` has no extension. Variables are escaped in HTML. */
  render(name: string, variables: MailVariables): Promise<{ html: string; text: string }>;
  /** Renders a subject line, which is a template too. */
  renderLine(template: string, variables: MailVariables): Promise<string>;
}
