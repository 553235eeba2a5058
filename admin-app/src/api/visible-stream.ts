export const isVisibleNow = (): boolean => document.visibilityState !== 'hidden';

/** @param changed told whenever the tab is shown or hidden  @returns a function that ends it */
export function onVisibility(changed: (isVisible: boolean) => void): () => void {
  const notify = (): void => changed(isVisibleNow());
  document.addEventListener('visibilitychange', notify);
  return () => document.removeEventListener('visibilitychange', notify);
}

export interface StreamListener {
  /** Told of each connection: nothing was heard while there was none. */
  opened?(isFirst: boolean): void;
  received(data: string): void;
}

/**
 * A stream of the service that is there while the tab is visible: a browser has six connections to a service without HTTP/2, and hidden
 * tabs would hold them all.
 * @returns a function that ends it
 */
export function openVisibleStream(url: string | URL, listener: StreamListener): () => void {
  let stream: EventSource | undefined;
  let isFirst = true;
  const follow = (isVisible: boolean): void => {
    if (!isVisible) {
      stream?.close();
      stream = undefined;
    } else if (stream === undefined) {
      stream = new EventSource(url, { withCredentials: true });
      stream.onopen = () => {
        listener.opened?.(isFirst);
        isFirst = false;
      };
      stream.onmessage = ({ data }: MessageEvent<string>) => listener.received(data);
    }
  };
  follow(isVisibleNow());
  const stop = onVisibility(follow);
  return () => {
    stop();
    stream?.close();
  };
}
