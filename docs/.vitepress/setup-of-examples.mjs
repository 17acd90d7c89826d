const isExample = (token) => token.type === 'fence' && token.info.trim() === 'ts'

/**
 * The examples of a page about the SDK use what its first one declares. Below each other example the site
 * shows the first one in an element that readers can open.
 */
export function showSetup(md) {
  md.core.ruler.push('setup-of-examples', (state) => {
    if (!state.env.relativePath?.startsWith('sdk/')) return
    const setup = state.tokens.find(isExample)
    state.tokens = state.tokens.flatMap((token) =>
      isExample(token) && token !== setup ? [token, ...detailsWith(setup, state.Token)] : [token],
    )
  })
}

function detailsWith(setup, Token) {
  const html = (content) => Object.assign(new Token('html_block', '', 0), { content })
  const copy = Object.assign(new Token('fence', 'code', 0), {
    info: setup.info,
    content: setup.content,
    markup: setup.markup,
  })
  return [
    html('<details class="details custom-block"><summary>Setup of this example</summary>\n'),
    copy,
    html('</details>\n'),
  ]
}
