import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { Component, type ComponentType, type ReactElement, type ReactNode } from 'react';

export interface ExtensionBoundaryProps {
  /** Name of the extension in `admin/`: `inputs['Title.title']`. */
  readonly name: string;
  readonly children: ReactNode;
  /** Shown below the message when the extension fails. */
  readonly fallback?: ReactNode;
}

interface State {
  readonly reason?: string;
}

/** Error boundary around an extension of the project. A failure is reported where it occurs, and the rest of the admin works. */
export class ExtensionBoundary extends Component<ExtensionBoundaryProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { reason: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { name, children, fallback } = this.props;
    const { reason } = this.state;
    if (reason === undefined) return children;
    return (
      <>
        <ExtensionFailed name={name} reason={reason} />
        {fallback}
      </>
    );
  }
}

function ExtensionFailed(props: { readonly name: string; readonly reason: string }): ReactElement {
  const translate = useTranslate();
  return <Alert severity="warning">{translate('admin.extension.part_failed', props)}</Alert>;
}

/** Wraps a component of the project in an error boundary. */
export const withExtensionBoundary = <Props extends object>(
  name: string,
  Part: ComponentType<Props>,
): ComponentType<Props> =>
  function WithBoundary(props: Props) {
    return (
      <ExtensionBoundary name={name}>
        <Part {...props} />
      </ExtensionBoundary>
    );
  };
