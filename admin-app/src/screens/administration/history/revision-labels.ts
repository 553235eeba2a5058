import type { Revision } from '../../../../../templates/client/history.js';
import { nameOf } from '../../../api/display-names.js';

type Translate = (key: string, values?: object) => string;

export const authorOf = ({ author }: Revision, translate: Translate): string =>
  author ?? translate('administration.history.nobody');

export const changedOf = (members: readonly string[], translate: Translate): string =>
  members.length === 0
    ? ''
    : translate('administration.history.members', {
        members: members.map((member) => nameOf(member)).join(', '),
      });
