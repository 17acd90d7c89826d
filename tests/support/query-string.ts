// The parser of the server, for tests of what the SDK sends.
export { parseQueryString } from '../../packages/server/src/message/query-string.js'
