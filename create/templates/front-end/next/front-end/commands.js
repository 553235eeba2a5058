export const commandsOf = ({ host, port }) => ({
  dev: [['next', 'dev', 'front-end', '--hostname', host, '--port', port]],
  start: [['node', 'front-end/server.js']],
});
