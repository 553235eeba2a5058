export type MailVariables = Readonly<Record<string, unknown>>;

/** The texts of mails, each of which a project may replace. */
export interface MailTemplates {
  /** Whether both bodies of a template are there; asked by checks at the start. */
  exists(name: string): boolean;
  /** Renders both bodies of a mail; `name` is the template's without its extensions. Variables are escaped in HTML. */
  render(name: string, variables: MailVariables): Promise<{ html: string; text: string }>;
  /** A subject line, which is a template too. */
  renderLine(template: string, variables: MailVariables): Promise<string>;
}
