import type { ComponentType } from 'react';
import type { AdminModel, AdminType } from '../api/model.js';
import type { AdminRecord } from '../api/records.js';

export interface PanelProps {
  readonly type: AdminType;
  readonly record: AdminRecord;
}

/** What else there is about a record, below its form: opened and loaded when somebody wants to see it. */
export interface Panel {
  readonly name: string;
  /** A key of the words. */
  readonly label: string;
  isFor(type: AdminType, model: AdminModel): boolean;
  readonly Content: ComponentType<PanelProps>;
}
