import type { ComponentType } from 'react';
import type { AdminModel, AdminType } from '../api/model.js';
import type { AdminRecord } from '../api/records.js';

export interface PanelProps {
  readonly type: AdminType;
  readonly record: AdminRecord;
}

/** Panel below the form of a record. It loads when the user opens it. */
export interface Panel {
  readonly name: string;
  /** Message key. */
  readonly label: string;
  isFor(type: AdminType, model: AdminModel): boolean;
  readonly Content: ComponentType<PanelProps>;
}
