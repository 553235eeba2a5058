/** Folder of a project's bundled admin extensions (`admin/`), relative to the project. */
export const OWN_ADMIN_FOLDER = 'dist/admin';

/** Manifest of the bundle's entry files. It is written last, so the files it names exist. */
export const OWN_ADMIN_MANIFEST = 'own.json';

/** File names in that folder, which contain a content hash. */
export interface OwnAdminManifest {
  readonly script: string;
  readonly style?: string;
}
