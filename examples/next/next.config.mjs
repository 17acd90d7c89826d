import { fileURLToPath } from 'node:url'

export default {
  // The folder of the workspace, because the site imports packages of the workspace.
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
  // The error page reports errors. The badge would cover elements that tests click.
  devIndicators: false,
}
