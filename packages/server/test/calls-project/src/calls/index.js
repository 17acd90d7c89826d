// In this order: each call sees the content of the calls before it.
module.exports = {
  ...require('./content'),
  ...require('./find-many'),
  ...require('./find-one'),
  ...require('./queries'),
  ...require('./writes'),
  ...require('./system-attributes'),
  ...require('./given-data'),
  ...require('./columns'),
  ...require('./hook-ids'),
  ...require('./checks'),
}
