import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { createProject, DEPLOYMENTS, namesOf } from '../../../create/create-project.js';

/** Creates a project with the files of all deployments, in a folder of this name in `into`. */
export async function aDeployedProject(into: string, name = 'my-site') {
  const directory = join(into, name);
  const deployments = namesOf(DEPLOYMENTS);
  const names = ['', '-generator', '-admin', '-imports'];
  const specifiers = Object.fromEntries(names.map((name) => [`cms-api-components${name}`, '1.2.3']));
  const files = await createProject({ directory, specifiers, deployments });
  const read = (path: string): Promise<string> => readFile(join(directory, path), 'utf8');
  return { directory, files, read };
}

export type DeployedFiles = Awaited<ReturnType<typeof aDeployedProject>>;

/**
 * Parses the documents of a YAML file.
 * @throws with the message of the parser.
 */
export function yamlDocuments(text: string): readonly unknown[] {
  return parseAllDocuments(text, { merge: true, strict: true, uniqueKeys: true }).map((document) => {
    const [fault] = [...document.errors, ...document.warnings];
    if (fault !== undefined) throw fault;
    return document.toJS() as unknown;
  });
}

/** Parses lines `NAME=value` of an environment file. */
export function variablesOf(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => /^[A-Z_]+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.split('=')[0] ?? '', line.replace(/^[^=]*=/, '')]));
}
