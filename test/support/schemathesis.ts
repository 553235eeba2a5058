import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The program, as `.ci/run` installs it; undefined where there is no Python to run it with. */
export const SCHEMATHESIS = process.env.TEST_SCHEMATHESIS;

export interface FuzzedApi {
  /** Address of the OpenAPI document. */
  readonly document: string;
  readonly origin: string;
  readonly token: string;
  /** Keys of records that are there, by the path that has them as its parameter. */
  readonly keys: Readonly<Record<string, { readonly parameter: string; readonly values: readonly string[] }>>;
  /** Members of bodies that name records, and records that they may name. */
  readonly iris: Readonly<Record<string, readonly string[]>>;
  readonly examplesOfEach: number;
  /** What is asked; everything unless said otherwise. */
  readonly only?: string;
  readonly except?: string;
}

export interface FuzzResult {
  readonly isFine: boolean;
  /** All that it printed. */
  readonly report: string;
}

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** Sends what the document of an API allows, and some of what it does not, and looks whether each answer is one that it describes. */
export async function fuzz(api: FuzzedApi): Promise<FuzzResult> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-schemathesis-'));
  const config = join(folder, 'schemathesis.toml');
  await writeFile(config, configOf(api));
  try {
    return await run(['--config-file', config, 'run', ...argumentsOf(api)], folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function argumentsOf({ document, origin, examplesOfEach, only, except }: FuzzedApi): readonly string[] {
  return [
    ...[document, '--url', origin, '--checks', CHECKS.join(',')],
    ...['--phases', 'examples,fuzzing', '--max-examples', String(examplesOfEach), '--seed', '1'],
    ...['--continue-on-failure', '--generation-database', 'none', '--no-color', '--warnings', 'off'],
    ...(only === undefined ? [] : ['--include-path', only]),
    ...(except === undefined ? [] : ['--exclude-path', except]),
  ];
}

/** Most records that a document of this kind names exist; a fuzzer that knows none would only ever be told that they do not. */
function configOf({ token, keys, iris }: FuzzedApi): string {
  const paths = Object.entries(keys).map(([path, { parameter, values }], index) => ({
    ...{ path, parameter, values },
    dictionary: `keys${index}`,
  }));
  const members = Object.entries(iris).map(([member, values], index) => ({
    ...{ member, values },
    dictionary: `iris${index}`,
  }));
  const bind = (name: string, dictionary: string, probability: number): string =>
    `${JSON.stringify(name)} = { dictionary = ${JSON.stringify(dictionary)}, probability = ${probability} }`;
  return [
    `headers = { Authorization = ${JSON.stringify(`Bearer ${token}`)} }`,
    '[dictionaries]',
    ...[...paths, ...members].map(
      ({ dictionary, values }) => `${dictionary} = { values = ${JSON.stringify(values)} }`,
    ),
    '[parameters]',
    ...members.map(({ member, dictionary }) => bind(`body.${member}`, dictionary, 0.6)),
    ...paths.flatMap(({ path, parameter, dictionary }) => [
      '[[operations]]',
      `include-path = ${JSON.stringify(path)}`,
      `parameters = { ${bind(`path.${parameter}`, dictionary, 0.8)} }`,
    ]),
  ].join('\n');
}

function run(args: readonly string[], cwd: string): Promise<FuzzResult> {
  if (SCHEMATHESIS === undefined) throw new Error('TEST_SCHEMATHESIS names no program');
  const program = SCHEMATHESIS;
  return new Promise((resolve) => {
    execFile(program, args, { cwd, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      resolve({ isFine: error === null, report: stdout + stderr });
    });
  });
}
