import type { Revision } from '../../../../templates/client/history.js';
import { nameOf } from '../../app/names.js';

type Translate = (key: string, values?: object) => string;

export const authorOf = ({ author }: Revision, translate: Translate): string =>
  author ?? translate('care.history.nobody');

export const changedOf = (members: readonly string[], translate: Translate): string =>
  members.length === 0
    ? ''
    : translate('care.history.members', { members: members.map((member) => nameOf(member)).join(', ') });
