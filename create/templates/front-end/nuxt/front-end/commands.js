export const commandsOf = ({ host, port, apiUrl }) => ({
  env: { NUXT_PUBLIC_API_URL: apiUrl },
  dev: [['nuxt', 'dev', 'front-end', '--host', host, '--port', port]],
  start: [['node', 'front-end/.output/server/index.mjs']],
});
