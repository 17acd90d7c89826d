/** Files that browsers load for the playground and the API reference, by the package that they are copied from. */
export const playgroundFiles = {
  react: ['umd/react.production.min.js', 'LICENSE'],
  'react-dom': ['umd/react-dom.production.min.js', 'LICENSE'],
  'swagger-ui-dist': [
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui.css',
    'LICENSE',
    'NOTICE',
  ],
  graphiql: ['graphiql.min.js', 'graphiql.min.css', 'LICENSE'],
}
