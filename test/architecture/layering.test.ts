import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { FEATURES } from '../../runtime/features.js';
import type { DeclaredFeature } from '../../runtime/kernel/contract/features/declared-feature.js';
import { sourceFiles } from '../support/source-files.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Static data of every feature, for the configuration, the generator and the command line. */
const DEFINITIONS = 'features/*/definition.ts';

/** A definition, or data that it contains. */
const DEFINING = /^features\/[^/]+\/(?:(?:definition|resource|tables|errors|german|extensions)\.ts$|model\/)/;

/** Configurable options of a feature. The type of the configuration is derived from these descriptions. */
const SETTINGS = 'features/*/settings.ts';

/**
 * Layers of `runtime/`, lowest first. A file may import its own layer and lower ones (docs/architecture.md). The
 * kernel names no feature, and a feature names no adapter. Both depend on the contracts, and the composition above
 * connects them.
 */
const LAYERS: readonly (readonly string[])[] = [
  [
    'kernel/contract',
    'kernel/errors',
    'kernel/util',
    'kernel/ports',
    'kernel/expression',
    'kernel/settings',
    'kernel/observation',
  ],
  [
    SETTINGS,
    'features/orphans/recipients.ts',
    'config/deployment-settings.ts',
    'config/env.ts',
    'config/logo-file.ts',
    'config/loopback.ts',
    'config/place.ts',
    'config/settings.ts',
    'config/trusted-proxies.ts',
  ],
  ['project/project-error.ts'],
  ['kernel/validation'],
  ['kernel/metadata', 'kernel/serializer'],
  ['kernel/authorization', 'kernel/records', 'kernel/unit-of-work', 'kernel/prepared-resource.ts'],
  ['kernel/reads', 'kernel/writes'],
  ['kernel/endpoints', 'kernel'],
  ['extension-points', 'model', 'openapi', 'client'],
  [DEFINITIONS, 'features.ts'],
  ['config'],
  ['features', 'adapters'],
  ['scaffold', 'project'],
  ['app.ts', 'compose-app.ts', 'compose', 'open-project-database.ts', 'create-app.ts'],
  ['console'],
  ['index.ts'],
];

/**
 * Layers of `admin-app/src/`, lowest first. A file imports its own layer and lower ones. The entries of the bundle,
 * which are in no folder, import all of them. Screens register panels and inputs with the form layer, which names no
 * screen.
 */
const ADMIN_LAYERS: readonly string[] = ['api', 'session', 'i18n', 'ui', 'form', 'screens', 'app'];

/** Folders whose direct sub-folders import each other without cycles. Files of the folder itself connect them. */
const ACYCLIC_FOLDERS = ['runtime/kernel', 'runtime/adapters/persistence', 'generator'];

/** Screens that other screens may import: the lists and forms of records. */
const SHARED_SCREENS = 'records';

/** Files of a feature that the list of features may import. */
const ENTRANCES: Readonly<Record<string, string>> = { 'runtime/features.ts': 'definition' };

/** Packages that extend the runtime by its public API, outside its layers. */
const PACKAGES = 'runtime/packages/';

const isDefinition = (path: string): boolean => /^runtime\/features\/[^/]+\/definition\.ts$/.test(path);

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Returns all imports of a file, including re-exports, type-only imports and `import()`. */
let imports: Import[] = [];
/** Files with a runtime import of a package, including `import()`, by package. */
let loading: ReadonlyMap<string, readonly string[]> = new Map();

beforeAll(() => {
  const named = ['runtime', 'generator', 'generated', 'test', 'admin-app']
    .flatMap(sourceFiles)
    .flatMap(namedIn);
  // The implementation of a feature is loaded when a service is created, by the reader of its definition.
  imports = named
    .filter(({ from, isCall }) => !(isCall && isDefinition(from)))
    .map(({ from, specifier }) => ({ from, to: resolveSpecifier(from, specifier) }));
  const found = new Map<string, string[]>();
  for (const { from, specifier } of named.filter(({ isOfTypes }) => !isOfTypes))
    found.set(specifier, [...(found.get(specifier) ?? []), from]);
  loading = found;
});

/** Returns the module that a file imports. */
interface Named {
  readonly from: string;
  readonly specifier: string;
  readonly isCall: boolean;
  readonly isOfTypes: boolean;
}

/** Uses only the syntax and resolves nothing, so it takes no longer than reading the files. */
function namedIn(from: string): Named[] {
  const text = readFileSync(join(ROOT, from), 'utf8');
  const file = ts.createSourceFile(from, text, ts.ScriptTarget.Latest);
  const found: Named[] = [];
  const take = (literal: ts.Node | undefined, of: Pick<Named, 'isCall' | 'isOfTypes'>): void => {
    if (literal !== undefined && ts.isStringLiteral(literal))
      found.push({ from, specifier: literal.text, ...of });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      take(node.moduleSpecifier, { isCall: false, isOfTypes: node.importClause?.isTypeOnly ?? false });
    else if (ts.isExportDeclaration(node)) take(node.moduleSpecifier, { isCall: false, isOfTypes: false });
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      take(node.argument.literal, { isCall: false, isOfTypes: true });
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      take(node.arguments[0], { isCall: true, isOfTypes: false });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/**
 * Returns the folder of a layer that contains a file, or undefined for a file of the layer itself or of another one.
 */
function folderIn(band: string, path: string): string | undefined {
  const [, root, folder, file] = path.split('/');
  return root === band && file !== undefined ? folder : undefined;
}

/** Returns the direct sub-folder of a folder that contains a file, or undefined for files elsewhere. */
function folderBelow(parent: string, path: string): string | undefined {
  if (!path.startsWith(`${parent}/`)) return undefined;
  const [folder, file] = path.slice(parent.length + 1).split('/');
  return file === undefined ? undefined : folder;
}

/** Returns the paths by which the generator, a separate package, imports files of the runtime. */
const INTERNAL = 'cms-api-components/internal/';

/** Sources import the file that the compiler writes. */
function resolveSpecifier(from: string, specifier: string): string {
  if (specifier.startsWith(INTERNAL))
    return `runtime/${specifier.slice(INTERNAL.length)}`.replace(/\.js$/, '.ts');
  if (!specifier.startsWith('.')) return specifier;
  const path = join(dirname(from), specifier).replace(/\.js$/, '.ts');
  return existsSync(join(ROOT, `${path}x`)) ? `${path}x` : path;
}

const startsWith =
  (...folders: readonly string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path.startsWith(folder));

/** The console starts the service, so it is above it. */
const isConsole = startsWith('runtime/console/');

/** Index of the layer of a file in `runtime/`, which has the longest matching prefix. */
function layerOf(path: string): number {
  const below = path.replace(/^runtime\//, '').replace(/^features\/[^/]+\/settings\.ts$/, SETTINGS);
  const place = DEFINING.test(below) ? DEFINITIONS : below;
  const isIn = (name: string): boolean => place === name || place.startsWith(`${name}/`);
  const [name] = LAYERS.flat()
    .filter(isIn)
    .sort((left, right) => right.length - left.length);
  return LAYERS.findIndex((layer) => name !== undefined && layer.includes(name));
}

const ADMIN_FILE = /^admin-app\/src\/(?:([^/]+)\/)?/;

/** Index of the layer of a file in the admin, or undefined for a file elsewhere. */
function adminLayerOf(path: string): number | undefined {
  const match = ADMIN_FILE.exec(path);
  if (match === null) return undefined;
  const [, folder] = match;
  return folder === undefined ? ADMIN_LAYERS.length : ADMIN_LAYERS.indexOf(folder);
}

const adminScreenOf = (path: string): string | undefined =>
  /^admin-app\/src\/screens\/([^/]+)\//.exec(path)?.[1];

function offences(rule: (edge: Import) => boolean): string[] {
  return imports.filter(rule).map(({ from, to }) => `${from} imports ${to}`);
}

describe('layers', () => {
  test('include every folder of runtime', () => {
    const isOfRuntime = (path: string): boolean => path.startsWith('runtime/') && !path.startsWith(PACKAGES);
    const strays = imports.filter(({ from }) => isOfRuntime(from) && layerOf(from) === -1);
    expect(strays.map(({ from }) => from)).toEqual([]);
  });

  test('of runtime never import higher ones', () => {
    const isRuntime = startsWith('runtime/');
    expect(
      offences(({ from, to }) => isRuntime(from) && isRuntime(to) && layerOf(to) > layerOf(from)),
    ).toEqual([]);
  });

  test('of extending packages import the public API, their dependencies, and nothing else of this repository', () => {
    const folderOf = (path: string): string => path.split('/').slice(0, 3).join('/');
    const isAllowed = ({ from, to }: Import): boolean =>
      to.startsWith(`${folderOf(from)}/`) || to.startsWith('node:') || dependenciesOf(folderOf(from)).has(to);
    const ofPackages = imports.filter(({ from }) => from.startsWith(PACKAGES));
    expect(ofPackages.filter(({ to }) => to === 'cms-api-components').length).toBeGreaterThan(5);
    expect(offences((edge) => edge.from.startsWith(PACKAGES) && !isAllowed(edge))).toEqual([]);
    const isOther = (from: string): boolean => !from.startsWith(PACKAGES) && !from.startsWith('test/');
    expect(offences(({ from, to }) => isOther(from) && to.startsWith(PACKAGES))).toEqual([]);
  });

  test('of runtime import nothing from generator, generated, templates, schemas or test', () => {
    const outside = startsWith('generator/', 'generated/', 'templates/', 'schemas/', 'test/');
    expect(offences(({ from, to }) => from.startsWith('runtime/') && outside(to))).toEqual([]);
  });

  test('allow generated code to import only the package, its siblings, and the framework of a binding', () => {
    const isAllowed = ({ from, to }: Import): boolean =>
      to === 'cms-api-components' || to.startsWith('generated/') || from === `generated/client/${to}.d.ts`;
    expect(offences((edge) => edge.from.startsWith('generated/') && !isAllowed(edge))).toEqual([]);
  });

  test('allow the generator to import contracts, small functions, the built-in resources, and the documentation of types', () => {
    const isAllowed = startsWith(
      'runtime/kernel/contract/',
      'runtime/kernel/util/',
      'runtime/model/',
      'runtime/openapi/',
      'runtime/features.ts',
      'runtime/extension-points/own-admin.ts',
      'runtime/project/project-types.ts',
      'runtime/project/feature-tables.ts',
      'runtime/kernel/settings/config.ts',
      'runtime/adapters/persistence/migrations/states/',
    );
    const isGenerator = (from: string): boolean =>
      from.startsWith('generator/') && !from.startsWith('generator/cli/');
    expect(
      offences(({ from, to }) => isGenerator(from) && to.startsWith('runtime/') && !isAllowed(to)),
    ).toEqual([]);
  });

  test('below the features and the generator have no file about the schema files of a feature', () => {
    const owned = FEATURES.flatMap(({ schemas }: DeclaredFeature) => schemas?.name ?? []);
    expect(owned).toEqual(['forms']);
    const named = owned.flatMap((folder) => [folder, folder.replace(/s$/, '')]);
    const shared = ['kernel', 'model', 'openapi', 'client', 'project', 'scaffold'].map(
      (one) => `runtime/${one}`,
    );
    const isNamed = (path: string): boolean =>
      path.split(/[^A-Za-z0-9]+/).some((word) => named.includes(word.toLowerCase()));
    expect([...shared, 'generator'].flatMap(sourceFiles).filter(isNamed)).toEqual([]);
  });

  test('of features import each other by public-api.ts, and the list imports their definition.ts', () => {
    const isRestricted = ({ from, to }: Import): boolean => {
      const feature = folderIn('features', to);
      if (feature === undefined || folderIn('features', from) === feature) return false;
      const entrance = ENTRANCES[from] ?? 'public-api';
      return from.startsWith('runtime/') && to !== `runtime/features/${feature}/${entrance}.ts`;
    };
    expect(offences(isRestricted)).toEqual([]);
  });

  test('of kernel and features read the configuration through types of the kernel', () => {
    const reads = startsWith('runtime/kernel/', 'runtime/features/');
    expect(offences(({ from, to }) => reads(from) && to.startsWith('runtime/config/'))).toEqual([]);
  });

  test('of the kernel do not depend on tables and fields of the built-in types', () => {
    const isKernel = startsWith('runtime/kernel/');
    expect(offences(({ from, to }) => isKernel(from) && to.startsWith('runtime/model/'))).toEqual([]);
  });

  test('of features are imported only by their definition', () => {
    const isBehaviour = (path: string): boolean => /^runtime\/features\/[^/]+\/feature\.ts$/.test(path);
    expect(offences(({ from, to }) => isBehaviour(to) && !from.startsWith('test/'))).toEqual([]);
  });

  test('of features and adapters do not import each other', () => {
    const isBelow = (band: string, path: string): boolean => folderIn(band, path) !== undefined;
    const isCrossing = ({ from, to }: Import): boolean =>
      (isBelow('features', from) && isBelow('adapters', to)) ||
      (isBelow('adapters', from) && !isConsole(from) && isBelow('features', to));
    expect(offences(isCrossing)).toEqual([]);
  });

  test('of contracts import no libraries for databases or HTTP, only adapters do', () => {
    const isLibrary = (to: string): boolean => /^(?:sequelize|express|pg|mysql2|libsql)(?:\/|$)/.test(to);
    const isContract = startsWith('runtime/kernel/', 'runtime/model/', 'runtime/config/');
    expect(offences(({ from, to }) => isContract(from) && isLibrary(to))).toEqual([]);
  });

  test('of the generator load ts-morph with require, because import would make Node scan the whole compiler for its exports', () => {
    const isTest = startsWith('test/');
    expect(loading.get('ts-morph')?.filter((from) => !isTest(from))).toEqual([]);
  });

  test('of the admin import packages and the client, and nothing else of this repository', () => {
    const isOwn = startsWith('admin-app/', 'templates/client/');
    const isPackage = (to: string): boolean =>
      !/^(?:\.|runtime\/|generator\/|generated\/|test\/|templates\/)/.test(to);
    expect(offences(({ from, to }) => from.startsWith('admin-app/') && !isOwn(to) && !isPackage(to))).toEqual(
      [],
    );
    expect(
      offences(
        ({ from, to }) =>
          to.startsWith('admin-app/') && !from.startsWith('admin-app/') && !from.startsWith('test/'),
      ),
    ).toEqual([]);
  });

  test('include every folder of the admin', () => {
    const strays = imports.map(({ from }) => from).filter((path) => adminLayerOf(path) === -1);
    expect(strays).toEqual([]);
  });

  test('of the admin never import higher ones', () => {
    const isUpward = ({ from, to }: Import): boolean => {
      const [layer, imported] = [adminLayerOf(from), adminLayerOf(to)];
      return layer !== undefined && imported !== undefined && imported > layer;
    };
    expect(offences(isUpward)).toEqual([]);
  });

  test('separate screens of the admin, except lists and forms of records', () => {
    const isCrossing = ({ from, to }: Import): boolean => {
      const [screen, imported] = [adminScreenOf(from), adminScreenOf(to)];
      return (
        screen !== undefined && imported !== undefined && imported !== screen && imported !== SHARED_SCREENS
      );
    };
    expect(offences(isCrossing)).toEqual([]);
  });

  test('outside tests import no tests', () => {
    expect(offences(({ from, to }) => !from.startsWith('test/') && to.startsWith('test/'))).toEqual([]);
  });

  test('contain no import cycles, including types', () => {
    expect(findCycles(imports)).toEqual([]);
  });

  test.each(ACYCLIC_FOLDERS)('contain no cycles of the folders in %s', (parent) => {
    const edges = imports.flatMap((edge): Import[] => {
      const [from, to] = [folderBelow(parent, edge.from), folderBelow(parent, edge.to)];
      return from === undefined || to === undefined || from === to ? [] : [{ from, to }];
    });
    expect(edges.length).toBeGreaterThan(0);
    expect(findCycles(edges)).toEqual([]);
  });
});

/** Returns the dependencies and peer dependencies of a package. */
function dependenciesOf(folder: string): ReadonlySet<string> {
  // a package of this repository
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(ROOT, folder, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
  return new Set(Object.keys({ ...dependencies, ...peerDependencies }));
}

/** Returns each import cycle once, as the path that closes it. */
function findCycles(edges: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const finished = new Set<string>();
  const cycles: string[] = [];
  function visit(file: string, trail: readonly string[]): void {
    if (finished.has(file)) return;
    const start = trail.indexOf(file);
    if (start !== -1) {
      cycles.push([...trail.slice(start), file].join(' -> '));
      return;
    }
    for (const target of targets.get(file) ?? []) visit(target, [...trail, file]);
    finished.add(file);
  }
  for (const file of targets.keys()) visit(file, []);
  return cycles;
}
