import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { Component, type ReactElement, type ReactNode } from 'react';

export interface OwnPartProps {
  /** What it is called in `admin/`: `inputs['Title.title']`. */
  readonly name: string;
  readonly children: ReactNode;
  /** What stands there without it. */
  readonly instead?: ReactNode;
}

interface State {
  readonly reason?: string;
}

/** A part of the project: where it fails this is told in its place, and the admin goes on. */
export class OwnPart extends Component<OwnPartProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { reason: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { name, children, instead } = this.props;
    const { reason } = this.state;
    if (reason === undefined) return children;
    return (
      <>
        <PartFailed name={name} reason={reason} />
        {instead}
      </>
    );
  }
}

function PartFailed(props: { readonly name: string; readonly reason: string }): ReactElement {
  const translate = useTranslate();
  return <Alert severity="warning">{translate('admin.extension.part_failed', props)}</Alert>;
}
