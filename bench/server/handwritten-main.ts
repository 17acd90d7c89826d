import { startHandwritten } from './handwritten.js'

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the database file')
const server = await startHandwritten(file)
console.log(`Handwritten server at ${server.url}`)
process.once('SIGTERM', () => {
  void server.close().then(() => process.exit(0))
})
