// The parser of the server, for tests of what the SDK sends.
export { parseQueryString } from '../../packages/core/src/message/query-string.js'
