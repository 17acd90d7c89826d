import { startHandwritten } from './handwritten.js'

const [file, project] = process.argv.slice(2)
if (!file || !project) throw new Error('Name the database file and the project of its schemas')
const server = await startHandwritten(file, project)
console.log(`Handwritten server at ${server.url}`)
process.once('SIGTERM', () => {
  void server.close().then(() => process.exit(0))
})
