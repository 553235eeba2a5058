export const commandsOf = ({ host, port }) => ({
  dev: [['astro', 'dev', '--root', 'front-end', '--host', host, '--port', port]],
  start: [['node', 'front-end/dist/server/entry.mjs']],
});
