import { fileURLToPath } from 'node:url'

export default {
  // The packages of this workspace lie above this folder.
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
  // A page of its own tells of errors; the badge would cover what tests click.
  devIndicators: false,
}
