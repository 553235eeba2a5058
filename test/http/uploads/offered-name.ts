/** Returns the name that a browser gives to a saved file: the extended one of RFC 6266 if there is one. */
export function offered(headers: Headers): string {
  const header = headers.get('content-disposition') ?? '';
  const extended = /; filename\*=UTF-8''([^;\s]+)$/.exec(header)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  const plain = /; filename=(?:"([^"]*)"|([^\s";]+))$/.exec(header);
  return plain?.[1] ?? plain?.[2] ?? '';
}
