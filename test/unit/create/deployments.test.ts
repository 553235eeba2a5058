import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDeployments } from '../../../create/add-deployments.js';
import { labelOf } from '../../../create/project-name.js';
import { ALL_SETTINGS } from '../../../runtime/config/app-config.js';
import { printEnvExample } from '../../../runtime/kernel/settings/print-settings.js';
import { COMMANDS } from '../../support/commands.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import {
  aDeployedProject,
  type DeployedFiles,
  variablesOf,
  yamlDocuments,
} from '../../create/deployments/made-files.js';

const ROOT = new URL('../../../', import.meta.url);
/** Variables that the configuration reads. */
const KNOWN = new Set(
  printEnvExample(ALL_SETTINGS)
    .match(/^(?:# )?[A-Z][A-Z_]+(?==)/gm)
    ?.map((name) => name.replace('# ', '')),
);
const unknown = (names: readonly string[]): readonly string[] => names.filter((name) => !KNOWN.has(name));
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

let folderOfAll: string;
let made: DeployedFiles;
beforeAll(async () => {
  folderOfAll = await mkdtemp(join(tmpdir(), 'cms-deployed-'));
  made = await aDeployedProject(folderOfAll);
});
afterAll(() => rm(folderOfAll, { recursive: true }));

interface Container {
  readonly args?: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly [name: string]: unknown;
}
interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly replicas?: number;
    readonly template?: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly terminationGracePeriodSeconds?: number;
      };
    };
  };
}

async function kubernetesObjects(): Promise<readonly KubernetesObject[]> {
  const files = made.files.filter((path) => path.startsWith('deploy/kubernetes/'));
  const documents = await Promise.all(files.map(async (path) => yamlDocuments(await made.read(path))));
  // The compiler checks their types below.
  return documents.flat() as KubernetesObject[];
}

describe('deployment files in an existing project', () => {
  test('are added beside existing files, which are kept', async () => {
    const directory = await temporaryFolder();
    await writeFile(join(directory, 'Dockerfile'), 'mine');
    await writeFile(join(directory, 'cms.config.json'), '{}');
    const project = {
      name: '@ours/Site 2',
      apiPrefix: '',
      cookieName: 'sid',
      issuer: 'https://ours.example',
    };
    const { written, kept } = await addDeployments(directory, ['compose', 'docker'], project);
    expect(kept).toEqual(['Dockerfile']);
    expect(written).toEqual(expect.arrayContaining(['.dockerignore', 'compose.yaml', 'deploy/.gitignore']));
    const read = (path: string): Promise<string> => readFile(join(directory, path), 'utf8');
    expect([await read('Dockerfile'), await read('cms.config.json')]).toEqual(['mine', '{}']);
    expect(await read('deploy/Caddyfile')).toContain('issuer https://ours.example {');
    expect(await read('deploy/varnish.vcl')).toContain('(sid|refresh_token|cms_)');
    expect(await read('compose.yaml')).toContain('name: ours-site-2\n');
    expect((await addDeployments(directory, ['compose'], project)).written).toEqual([]);
  });

  test('have names that are valid for containers and accounts', () => {
    const names = ['@acme/Shop', '2026 site', '---', 'a'.repeat(40), 'my.site_x'];
    expect(names.map(labelOf)).toEqual(['acme-shop', 'site', 'site', 'a'.repeat(31), 'my-site-x']);
  });

  test('need no further edits', async () => {
    const files = made.files.filter(
      (path) => path.startsWith('deploy/') || /^(?:Dockerfile|compose.yaml)$/.test(path),
    );
    for (const file of files) expect(await made.read(file), file).not.toMatch(/\{\{[\w-]+\}\}/);
    const { mercure } = JSON.parse(await made.read('cms.config.json')) as {
      readonly mercure: { readonly jwt: { readonly iss: string } };
    };
    expect(await made.read('deploy/Caddyfile')).toContain(`issuer ${mercure.jwt.iss} {`);
    expect(await made.read('deploy/kubernetes/hub.yaml')).toContain(`issuer ${mercure.jwt.iss} {`);
  });
});

describe('deployment variables', () => {
  test.each(['deploy/env/service.env.example', 'deploy/systemd/service.env.example'])(
    'in %s are all read by the configuration',
    async (path) => {
      const names = Object.keys(variablesOf((await made.read(path)).replaceAll(/^# (?=[A-Z_]+=)/gm, '')));
      expect(names.length).toBeGreaterThan(5);
      expect(unknown(names)).toEqual([]);
    },
  );

  test('in the image, the units and the Kubernetes objects are all read by the configuration', async () => {
    const image = /^ENV (.*)$/m.exec(await made.read('Dockerfile'))?.[1]?.match(/[A-Z_]+(?==)/g) ?? [];
    const unit =
      (await made.read('deploy/systemd/my-site.service')).match(/(?<=^Environment=.*)\b[A-Z_]+(?==)/gm) ?? [];
    const objects = (await kubernetesObjects()).filter(({ metadata }) => metadata.name === 'my-site');
    const cluster = objects.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData }));
    expect([image, unit, cluster].map((names) => names.length > 1)).toEqual([true, true, true]);
    expect(unknown([...image, ...unit, ...cluster])).toEqual([]);
  });
});

describe('the Dockerfile', () => {
  test('is valid, and runs neither as root nor through a shell', async () => {
    const text = await made.read('Dockerfile');
    expect(validate(text)).toEqual([]);
    const last = DockerfileParser.parse(text).getInstructions();
    const stage = last.slice(last.findLastIndex((one) => one.getKeyword() === 'FROM'));
    const written = stage.map((one) => one.getTextContent());
    expect(written).toEqual(
      expect.arrayContaining(['USER node', 'STOPSIGNAL SIGTERM', 'EXPOSE 8000', 'CMD ["serve"]']),
    );
    expect(written).toContain('ENTRYPOINT ["node", "node_modules/.bin/cms"]');
    expect(written.join('\n')).toMatch(/HEALTHCHECK [^]*CMD \["node", /);
    expect(text).toMatch(/npm ci --omit=dev/);
  });
});

interface ComposeService {
  readonly image?: string;
  readonly env_file?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly read_only?: boolean;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}
interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, null>>;
}

describe('compose.yaml', () => {
  let compose: ComposeFile;
  beforeAll(async () => {
    const [document] = yamlDocuments(await made.read('compose.yaml'));
    compose = document as ComposeFile; // validated by the following assertions
  });

  test('refers to existing files, volumes, secrets and services', () => {
    const { services, secrets, volumes } = compose;
    for (const {
      env_file: file,
      volumes: mounts = [],
      secrets: own = [],
      depends_on: before = {},
    } of Object.values(services)) {
      if (file !== undefined) expect(made.files).toContain(`${file}.example`);
      for (const mount of mounts) {
        const [source = ''] = mount.split(':');
        if (source.startsWith('./')) expect(made.files).toContain(source.slice(2));
        else expect(Object.keys(volumes)).toContain(source);
      }
      expect(Object.keys(secrets)).toEqual(expect.arrayContaining([...own]));
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(before)));
    }
  });

  test('starts the service after the database and the migrations, and purges Varnish at its listening address', async () => {
    const { migrate, service, cache, hub } = compose.services;
    expect(service?.depends_on).toEqual({
      database: { condition: 'service_healthy' },
      migrate: { condition: 'service_completed_successfully' },
    });
    expect(COMMANDS).toHaveProperty([migrate?.command?.[0] ?? '']);
    expect([service?.read_only, service?.env_file]).toEqual([true, 'deploy/env/service.env']);
    expect(unknown(Object.keys(service?.environment ?? {}))).toEqual([]);
    const port = new URL(service?.environment?.['HTTP_CACHE_URLS'] ?? '').port;
    expect(cache?.command).toContain(`purge=:${port},HTTP`);
    const variables = variablesOf(await made.read('deploy/env/service.env.example'));
    const address = new URL(variables['MERCURE_URL'] ?? '');
    expect(address.hostname).toBe('hub');
    expect(await made.read('deploy/Caddyfile')).toMatch(new RegExp(`^:${address.port} \\{$`, 'm'));
    expect(hub?.healthcheck?.test.at(-1)).toBe(`http://127.0.0.1:${address.port}/healthz`);
    for (const key of ['JWT_SECRET_KEY', 'JWT_PUBLIC_KEY'])
      expect(service?.secrets).toContain(variables[key]?.replace('/run/secrets/', ''));
  });

  test('gives the database and the hub the same values as the service', async () => {
    const service = variablesOf(await made.read('deploy/env/service.env.example'));
    const database = variablesOf(await made.read('deploy/env/database.env.example'));
    const hub = variablesOf(await made.read('deploy/env/hub.env.example'));
    const { username, password, hostname, pathname } = new URL(service['DATABASE_URL'] ?? '');
    expect([username, password, pathname.slice(1)]).toEqual(
      ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB'].map((name) => database[name]),
    );
    expect(Object.keys(compose.services)).toContain(hostname);
    for (const name of ['MERCURE_PUBLIC_URL', 'MERCURE_JWT_SECRET']) expect(hub[name]).toBe(service[name]);
    expect(`https://${hub['SERVER_NAME']}`).toBe(service['PUBLIC_URL']);
  });
});

describe('the Varnish configuration', () => {
  test('equals that of the guide except for the backend and the purge ACL', async () => {
    const guide = /```vcl\n(.*?)```/s.exec(
      await readFile(new URL('docs/how-to/caching.md', ROOT), 'utf8'),
    )?.[1];
    const own = (await made.read('deploy/varnish.vcl')).split('\n');
    const other = (guide ?? '').split('\n').filter((line) => !own.includes(line));
    expect(other).toEqual([
      '  .host = "127.0.0.1";',
      'acl purgers {',
      '  "127.0.0.1";',
      '    if (client.ip !~ purgers) { return (synth(403)); }',
    ]);
  });

  test.skipIf(!has('varnishd'))('compiles in Varnish', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cms-vcl-'));
    try {
      const file = join(folder, 'default.vcl');
      // Only containers of compose.yaml can resolve this name.
      await writeFile(file, (await made.read('deploy/varnish.vcl')).replace('"service"', '"127.0.0.1"'));
      const { status, stderr } = spawnSync('varnishd', ['-j', 'none', '-C', '-n', folder, '-f', file], {
        encoding: 'utf8',
      });
      expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('the Kubernetes objects', () => {
  test('have only members that their kinds allow', async () => {
    const folder = await mkdtemp(join(ROOT.pathname, 'node_modules/.manifests-'));
    try {
      const objects = await kubernetesObjects();
      expect(objects.length).toBeGreaterThan(8);
      const lines = objects.map((object, index) => {
        const { apiVersion, kind } = object;
        const module = apiVersion.includes('/') ? apiVersion.replace('.k8s.io', '') : `core/${apiVersion}`;
        return `import type { ${kind} as T${index} } from 'kubernetes-types/${module}.js';\nexport const o${index}: T${index} = ${JSON.stringify(object)};`;
      });
      const file = join(folder, 'objects.ts');
      await writeFile(file, lines.join('\n'));
      const program = ts.createProgram([file], {
        module: ts.ModuleKind.NodeNext,
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        types: [],
        lib: ['lib.es2023.d.ts'],
      });
      const found = ts.getPreEmitDiagnostics(program);
      expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('run two replicas with probes, whose pods can write only to their volumes', async () => {
    const objects = await kubernetesObjects();
    const pods = objects.flatMap(({ metadata, spec }) =>
      spec?.template === undefined ? [] : [{ metadata, ...spec, ...spec.template.spec }],
    );
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        securityContext: { runAsNonRoot: true },
        automountServiceAccountToken: false,
      });
      expect(pod.containers).toMatchObject([
        {
          securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
          resources: { limits: { memory: expect.any(String) } },
        },
      ]);
    }
    const service = pods.find(({ metadata }) => metadata.name === 'my-site');
    expect(service).toMatchObject({ replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0 } } });
    expect(service?.containers).toMatchObject([
      {
        ports: [{ name: 'http', containerPort: 8000 }],
        livenessProbe: { httpGet: { path: '/api/_/health/live', port: 'http' } },
        readinessProbe: { httpGet: { path: '/api/_/health', port: 'http' } },
      },
    ]);
    // Maximum duration of a graceful shutdown after the preStop pause.
    expect(service?.terminationGracePeriodSeconds).toBeGreaterThan(5 + 10);
    for (const { args } of pods.flatMap(({ containers }) => containers))
      if (args !== undefined) expect(COMMANDS).toHaveProperty([args[0] ?? '']);
    expect(objects.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['Job', 'Service', 'Ingress', 'PodDisruptionBudget']),
    );
  });
});

describe('the systemd units', () => {
  const UNITS = ['my-site.service', 'my-site-migrate.service'];

  test.skipIf(!has('systemd-analyze'))(
    'are valid, and restrict what a compromised service can do',
    async () => {
      const folder = await temporaryFolder();
      for (const unit of UNITS) {
        // Here, Node is installed elsewhere, and the folders of the project do not exist.
        const text = (await made.read(`deploy/systemd/${unit}`)).replaceAll(
          '/usr/bin/node',
          process.execPath,
        );
        await writeFile(join(folder, unit), text);
        const verified = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, unit)], {
          encoding: 'utf8',
        });
        const own = verified.stderr.split('\n').filter((line) => line.includes('my-site'));
        expect(own).toEqual([]);
        const evaluated = spawnSync(
          'systemd-analyze',
          ['security', '--offline=true', '--threshold=25', join(folder, unit)],
          { encoding: 'utf8' },
        );
        expect([
          evaluated.status,
          evaluated.status === 0 ? '' : evaluated.stdout.split('\n').slice(-3),
        ]).toEqual([0, '']);
      }
    },
  );

  test('run existing commands, with time for a graceful shutdown', async () => {
    const [service = '', migrate = ''] = await Promise.all(
      UNITS.map((unit) => made.read(`deploy/systemd/${unit}`)),
    );
    for (const unit of [service, migrate]) {
      const [, command = ''] = /^ExecStart=\/usr\/bin\/node node_modules\/\.bin\/cms (\S+)/m.exec(unit) ?? [];
      expect(COMMANDS).toHaveProperty([command]);
      expect(unit).toMatch(/^ProtectSystem=strict$/m);
      expect(unit).toMatch(/^StateDirectory=my-site$/m);
    }
    expect(service).toMatch(/^Restart=on-failure$/m);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(service)?.[1])).toBeGreaterThan(10);
  });
});
