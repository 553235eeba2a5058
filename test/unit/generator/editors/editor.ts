import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type CompletionItem,
  type Diagnostic,
  getLanguageService,
  type LanguageService,
  type Position,
  TextDocument,
} from 'vscode-json-languageservice';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Marks the cursor in texts. */
const CURSOR = '|';

/** Results of the JSON language service of Visual Studio Code for a schema file. */
export interface Editor {
  /** Labels of the completions at the cursor. */
  complete(): Promise<readonly string[]>;
  /** One completion, with its description. */
  offered(label: string): Promise<CompletionItem | undefined>;
  /** Hover text at the cursor. */
  hover(): Promise<string>;
  /** Underlined texts, with their messages. */
  problems(): Promise<readonly (readonly [text: string, message: string])[]>;
}

/**
 * Opens a text as the file at a path of the repository.
 * @param text with `|` for the cursor
 */
export function openEditor(path: string, text: string): Editor {
  const at = text.indexOf(CURSOR);
  const content = at < 0 ? text : text.slice(0, at) + text.slice(at + CURSOR.length);
  const service = createService();
  const document = TextDocument.create(pathToFileURL(join(ROOT, path)).href, 'json', 1, content);
  const parsed = service.parseJSONDocument(document);
  const position: Position = document.positionAt(Math.max(at, 0));
  const complete = async (): Promise<readonly CompletionItem[]> =>
    (await service.doComplete(document, position, parsed))?.items ?? [];
  const marked = ({ range, message }: Diagnostic): readonly [string, string] => [
    document.getText(range),
    textOf(message),
  ];
  return {
    complete: async () => (await complete()).map(({ label }) => label),
    offered: async (label) => (await complete()).find((item) => item.label === label),
    async hover() {
      const shown = await service.doHover(document, position, parsed);
      return [shown?.contents ?? []].flat().map(textOf).join('\n');
    },
    problems: async () => (await service.doValidation(document, parsed)).map(marked),
  };
}

/** Returns the text of a repository file as an editor opens it. */
export function openFile(path: string): Editor {
  return openEditor(path, readFileSync(join(ROOT, path), 'utf8'));
}

/** Returns the `$schema` with which a file at a path refers to one of the shipped schemas. */
export const schemaFrom = (path: string, name: string): string =>
  relative(dirname(join(ROOT, path)), join(ROOT, 'generator/schema', name));

function createService(): LanguageService {
  const service = getLanguageService({
    // In a project, these are the schemas of the package in node_modules.
    schemaRequestService: (uri) =>
      Promise.resolve(readFileSync(join(ROOT, 'generator/schema', basename(uri)), 'utf8')),
    workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
  });
  service.configure({ validate: true, allowComments: false });
  return service;
}

const textOf = (part: string | { readonly value: string }): string =>
  typeof part === 'string' ? part : part.value;
