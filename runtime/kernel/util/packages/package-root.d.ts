export declare const PACKAGE_NAME = "cms-api-components";
/** The package that reads schemas and writes code; a project needs it for development only. */
export declare const GENERATOR_NAME = "cms-api-components-generator";
/** The package with the browser application for editors; a project has it or not. */
export declare const ADMIN_NAME = "cms-api-components-admin";
/**
 * Folder of the package that a module belongs to: a workspace of this repository, or a copy in a project's `node_modules`.
 * @param module `import.meta.url` of the module; of the runtime when left out
 */
export declare function packageRoot(module?: string): string;
/**
 * A top-level folder of this repository from which a package brings what it needs: `build.js` copies that into `dist/`, and
 * what runs from its sources reads the folder itself.
 * @param module `import.meta.url` of a module of the package
 */
export declare function assetFolder(path: string, module: string): string;
interface PackageDocument {
    readonly version: string;
    readonly engines: {
        readonly node: string;
    };
    readonly exports: {
        readonly '.': {
            readonly default: string;
        };
    };
    readonly peerDependencies?: Readonly<Record<string, string>>;
}
/** The `package.json` in the folder of one of our packages; its members are what this repository wrote. */
export declare const packageDocument: (root?: string) => PackageDocument;
/** Version of the running package; the packages of this repository have the same one. */
export declare const packageVersion: () => string;
/** Installs the release of one of our packages that belongs to this one. */
export declare const installCommand: (name: string) => string;
/** The one instance of the runtime: what projects import must be what runs them. */
export declare function runtimeEntryUrl(): string;
export {};
