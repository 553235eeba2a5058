import { ADMINISTRATION_ENGLISH } from './administration.en.js';
import { CONTENT_ENGLISH } from './content.en.js';
import { PEOPLE_ENGLISH } from './people.en.js';
import { PAGES_ENGLISH } from './pages.en.js';

/** English messages of the admin. Those of react-admin are under `ra`. */
export const ENGLISH = {
  ...ADMINISTRATION_ENGLISH,
  ...CONTENT_ENGLISH,
  ...PAGES_ENGLISH,
  ...PEOPLE_ENGLISH,
  admin: {
    sign_in: 'Sign in',
    sign_out: 'Sign out',
    signed_in_as: 'Signed in as %{name}',
    username: 'Username or e-mail address',
    password: 'Password',
    code: 'Authentication code or recovery code',
    enter: 'Continue',
    no_cookie:
      'Signed in, but the browser did not store the session cookie. Serve the admin on a host of the same domain as the API.',
    open_menu: 'Menu',
    theme: { system: 'System theme', light: 'Light theme', dark: 'Dark theme' },
    empty: 'You do not have access to any content.',
    group: {
      pages: 'Site',
      extensions: 'Extensions',
      administration: 'Administration',
      component: 'Components',
      page_data: 'Page data',
      structure: 'Page structure',
      site: 'Records',
      people: 'Users',
    },
    all: 'All',
    yes: 'Yes',
    no: 'No',
    unsaid: '–',
    appearance: 'Appearance',
    state: {
      label: 'Status',
      draft: 'Draft',
      published: 'Published',
      changed: 'Published, with a draft',
      scheduled: 'Scheduled for %{date}',
    },
    publish: 'Publish',
    published: 'Published.',
    unpublish: 'Unpublish',
    unpublished: 'Unpublished.',
    discard: 'Discard draft',
    discarded: 'Draft discarded.',
    save_first: 'Save your changes first.',
    add: 'Add',
    move_up: 'Move %{name} up',
    move_down: 'Move %{name} down',
    remove: 'Remove %{name}',
    choose_file: 'Choose file',
    remove_file: 'Remove file',
    other_file: 'Choose another file',
    keep_file: 'Clear selection',
    keep_stored_file: 'Keep file',
    uploading: 'Uploading',
    read_only: 'You can view this record, but not edit it.',
    no_json: 'Invalid JSON: %{reason}',
    error: {
      outdated:
        'Someone else has changed this since you opened it. Nothing was saved. Your changes are still here.',
      unreachable: 'The service is not reachable.',
      offline: 'You are offline.',
      unavailable: 'The service is not available at the moment.',
      kept: 'Nothing is lost: your changes are still here.',
      too_large: 'The file or text is too large for this service. Nothing was saved.',
      too_many: 'Too many requests in a short time. Wait a minute, then try again.',
      refused: 'Some fields are invalid. See the messages at the fields.',
      start: 'The admin could not be loaded: %{reason}',
    },
    offline: 'You are offline. You can go on typing. Save when you are connected again.',
    deleting: 'Deleting …',
    retry: 'Try again',
    extension: {
      failed: 'The extensions of this project could not be loaded: %{reason}',
      part_failed: 'The extension %{name} failed: %{reason}',
    },
  },
};

/** Messages that replace those of react-admin. */
export const ENGLISH_REACT_ADMIN = {
  notification: {
    created: 'Created',
    updated: 'Saved |||| %{smart_count} items saved',
    deleted: 'Deleted |||| %{smart_count} items deleted',
  },
};
