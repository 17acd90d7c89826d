// Import this module first: modules that are imported after it can rely on the Node version below.
import process from 'node:process'

const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `content-api needs Node 20.19 or newer; this is Node ${process.versions.node}.\n` +
      'Install a current one, for instance with nvm (nvm install 22) or fnm, and run the command again.\n',
  )
  process.exit(1)
}
