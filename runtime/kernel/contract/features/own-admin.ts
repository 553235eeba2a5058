/** Where the parts of the admin that a project has of its own (`admin/`) are, once they are bundled, in the folder of the project. */
export const OWN_ADMIN_FOLDER = 'dist/admin';

/** Names the files there that the page starts with. It is written last, so what it names is there. */
export const OWN_ADMIN_MANIFEST = 'own.json';

/** Names of files in that folder, which have a hash of their contents in them. */
export interface OwnAdminManifest {
  readonly script: string;
  readonly style?: string;
}
