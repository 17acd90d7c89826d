// The runner sets the connection.
module.exports = () => ({
  connection: { client: 'sqlite', connection: { filename: 'data.db' }, useNullAsDefault: true },
})
