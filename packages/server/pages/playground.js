// Starts GraphiQL with the query in the address, or else with an example that the server generated from its schema.

const place = document.getElementById('playground')
const query = new URLSearchParams(location.search).get('query')
const defaultQuery = `# Ctrl+Enter runs the query,
# Ctrl+Space completes a name.

${place.dataset.example}
`

const labels = {
  '.graphiql-query-editor': 'Query',
  '.graphiql-editor-tool .graphiql-editor:nth-child(1)': 'Variables',
  '.graphiql-editor-tool .graphiql-editor:nth-child(2)': 'Headers',
  '.result-window': 'Response',
}

/** Labels the editors. Without labels, assistive technology announces them as unnamed text fields. */
function nameEditors() {
  for (const [editor, label] of Object.entries(labels)) {
    place.querySelector(`${editor} textarea:not([aria-label])`)?.setAttribute('aria-label', label)
  }
  // Scrollable areas must be reachable with the keyboard.
  for (const scrolled of place.querySelectorAll('.CodeMirror-scroll[tabindex="-1"]')) scrolled.tabIndex = 0
}

new MutationObserver(nameEditors).observe(place, { childList: true, subtree: true })

ReactDOM.createRoot(place).render(
  React.createElement(GraphiQL, {
    fetcher: GraphiQL.createFetcher({ url: location.pathname }),
    defaultQuery,
    ...(query === null ? {} : { query }),
    defaultEditorToolsVisibility: true,
  }),
)
