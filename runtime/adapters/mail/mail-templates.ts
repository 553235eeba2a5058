import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailTemplates, MailVariables } from '../../kernel/ports/mail-templates.js';
import { assetFolder } from '../../kernel/util/packages/package-root.js';
import { LOGO_CONTENT_ID, type MailLogo } from './mail-logo.js';

/** Partials available to every template. A project may override each of them. */
const PARTIALS = ['header', 'button', 'signature', 'layout'] as const;

/**
 * Creates the mail templates (HTML and text) from `templates/mail/` of the package. A project overrides files
 * by the same name in its own `templates/mail/`. Templates are read on first use and cached.
 * @param logo shown in the header; templates receive its URL as `logo_url` and its width as `logo_width`
 */
export function createMailTemplates(projectRoot: string, logo?: MailLogo): MailTemplates {
  const ofLogo = logo === undefined ? {} : { logo_url: `cid:${LOGO_CONTENT_ID}`, logo_width: logo.width };
  const folders = [join(projectRoot, 'templates', 'mail'), assetFolder('templates/mail', import.meta.url)];
  const html = createEnvironment(folders, 'html', false);
  const text = createEnvironment(folders, 'text', true);
  return {
    exists: (name) =>
      ['html', 'text'].every((kind) =>
        folders.some((folder) => existsSync(join(folder, `${name}.${kind}.hbs`))),
      ),
    async render(name, variables) {
      const bodies = await Promise.all([html(name), text(name)]);
      return { html: bodies[0]({ ...variables, ...ofLogo }), text: bodies[1](variables) };
    },
    async renderLine(template, variables) {
      const handlebars = await engine();
      return handlebars.compile(template, { noEscape: true })(variables);
    },
  };
}

/** Loaded with the first mail, which keeps startup fast. */
async function engine() {
  return (await import('handlebars')).default;
}

type Engine = Awaited<ReturnType<typeof engine>>;

type Render = (variables: MailVariables) => string;

function createEnvironment(folders: readonly string[], kind: 'html' | 'text', noEscape: boolean) {
  const compiled = new Map<string, Promise<Render>>();
  const source = (name: string): Promise<string> => readFirst(folders, `${name}.${kind}.hbs`);
  let environment: Promise<Engine> | undefined;

  async function openEnvironment(): Promise<Engine> {
    const opened = (await engine()).create();
    for (const name of PARTIALS) opened.registerPartial(name, await source(name));
    return opened;
  }

  async function compile(name: string): Promise<Render> {
    environment ??= openEnvironment();
    return (await environment).compile(await source(name), { noEscape });
  }

  return (name: string): Promise<Render> => {
    const known = compiled.get(name) ?? compile(name);
    compiled.set(name, known);
    return known;
  };
}

async function readFirst(folders: readonly string[], name: string): Promise<string> {
  for (const folder of folders) {
    try {
      return await readFile(join(folder, name), 'utf8');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  throw new Error(`The mail template ${name} is missing.`);
}
