import { CARE_ENGLISH } from './care.en.js';
import { CONTENT_ENGLISH } from './content.en.js';
import { PEOPLE_ENGLISH } from './people.en.js';
import { PAGES_ENGLISH } from './pages.en.js';

/** The words of the admin itself; those of react-admin's own parts are `ra`. */
export const ENGLISH = {
  ...CARE_ENGLISH,
  ...CONTENT_ENGLISH,
  ...PAGES_ENGLISH,
  ...PEOPLE_ENGLISH,
  admin: {
    title: 'Content',
    sign_in: 'Sign in',
    sign_out: 'Sign out',
    signed_in_as: 'Signed in as %{name}',
    username: 'Username or e-mail address',
    password: 'Password',
    code: 'Code of your app, or a recovery code',
    enter: 'Continue',
    no_cookie:
      'You signed in, but this browser kept no cookie of the service. Some refuse those of other sites: serve the admin on a host of the same domain.',
    open_menu: 'Menu',
    language: 'Language: %{name}',
    theme: { system: 'Colours of the system', light: 'Light', dark: 'Dark' },
    empty: 'There is nothing here that you may see.',
    choose: 'Choose what to edit in the menu.',
    group: {
      pages: 'The site',
      own: 'Your own',
      care: 'Looking after',
      component: 'Components',
      page_data: 'Page data',
      structure: 'Parts of pages',
      site: 'Records of the site',
      people: 'People',
    },
    all: 'All',
    yes: 'Yes',
    no: 'No',
    unsaid: '–',
    appearance: 'Appearance',
    from: '%{name} from',
    until: '%{name} until',
    state: {
      label: 'State',
      draft: 'Draft',
      published: 'Published',
      changed: 'Published, with a draft',
      scheduled: 'Published from %{date}',
    },
    publish: 'Publish',
    published: 'Published.',
    unpublish: 'Take offline',
    unpublished: 'No longer public.',
    discard: 'Discard the draft',
    discarded: 'The draft is gone; what is published stays.',
    save_first: 'Save your changes first.',
    reload: 'Load the present version',
    add: 'Add',
    move_up: 'Move %{name} up',
    move_down: 'Move %{name} down',
    remove: 'Remove %{name}',
    choose_file: 'Choose a file',
    remove_file: 'Remove the file',
    other_file: 'Choose another file',
    keep_file: 'Do not send it',
    keep_stored_file: 'Keep the file',
    uploading: 'Uploading',
    read_only: 'You may read this, not change it.',
    no_json: 'This is no valid JSON: %{reason}',
    error: {
      outdated:
        'Somebody else has changed this since you opened it. Your changes are still here; nothing was saved.',
      unreachable: 'The service cannot be reached. Try again in a moment.',
      refused: 'Some values are not accepted. The messages are at their fields.',
      start: 'The admin could not be loaded: %{reason}',
    },
    retry: 'Try again',
    own: {
      failed: 'The parts of this project could not be loaded: %{reason}',
      part_failed: 'A part of this project failed (%{name}): %{reason}',
    },
  },
};

/** What react-admin would call elements. */
export const ENGLISH_PARTS = {
  notification: {
    created: 'Created',
    updated: 'Saved |||| %{smart_count} entries saved',
    deleted: 'Deleted |||| %{smart_count} entries deleted',
  },
};
