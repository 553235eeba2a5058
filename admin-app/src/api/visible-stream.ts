export const isVisibleNow = (): boolean => document.visibilityState !== 'hidden';

/**
 * Subscribes to changes of the visibility of the tab.
 * @param changed called whenever the tab is shown or hidden
 * @returns a function that unsubscribes
 */
export function onVisibility(changed: (isVisible: boolean) => void): () => void {
  const notify = (): void => changed(isVisibleNow());
  document.addEventListener('visibilitychange', notify);
  return () => document.removeEventListener('visibilitychange', notify);
}

export interface StreamListener {
  /** Called after each connection. Messages between connections are lost. */
  opened?(isFirst: boolean): void;
  received(data: string): void;
}

/**
 * Opens an event stream that is connected only while the tab is visible. Without HTTP/2 a browser has six connections
 * to a service, and hidden tabs would use all of them.
 * @returns a function that closes the stream
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
