import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const MOST_COMMON = 10_000;
/** Shorter ones are refused for their length. */
const SHORTEST = 8;

/** Leaked passwords by frequency: the dictionary of zxcvbn in the package `@zxcvbn-ts/language-common`. */
export async function readCommonPasswords(): Promise<readonly string[]> {
  const path = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');
  return (JSON.parse(await readFile(path, 'utf8')) as string[]).slice(0, MOST_COMMON); // a list of texts
}

/** Source of the module that the service loads: the common passwords that are long enough otherwise. */
export async function printCommonPasswords(): Promise<string> {
  const { version } = createRequire(import.meta.url)('@zxcvbn-ts/language-common/package.json') as {
    version: string;
  };
  const long = (await readCommonPasswords()).filter((password) => password.length >= SHORTEST);
  const lines: string[] = [];
  for (const password of long) {
    const last = lines.at(-1);
    if (last === undefined || last.length + password.length + 1 > 110) lines.push(password);
    else lines[lines.length - 1] = `${last} ${password}`;
  }
  return `/*
 * Written by \`npm run common-passwords\`: those of the ${MOST_COMMON} most common passwords that have ${SHORTEST} characters or more, from
 * @zxcvbn-ts/language-common ${version} (MIT, Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., Copyright (c) 2021 @zxcvbn-ts).
 */
export const COMMON_PASSWORDS = String.raw\`
${lines.join('\n')}
\`.trim();
`;
}
