import { useEffect, useRef, useState } from 'react'
import { useExplorer } from '../state/explorer-context.js'
import { fromFirstPage, textIn, withParameter } from '../state/query.js'

/** Milliseconds without a key press before the search is sent. */
const pause = 250

/** The parameter `_q`: finds entries with the text in any attribute that the role may see. */
export function SearchBox() {
  const { state, navigate } = useExplorer()
  const sent = textIn(state.query['_q'])
  const [text, setText] = useState(sent)
  const query = useRef(state.query)
  query.current = state.query
  useEffect(() => setText(sent), [sent])
  useEffect(() => {
    if (text === sent) return undefined
    const search = () =>
      navigate({ query: fromFirstPage(withParameter(query.current, '_q', text)) }, { replace: sent !== '' })
    const timer = setTimeout(search, pause)
    return () => clearTimeout(timer)
  }, [text, sent, navigate])
  return (
    <input
      className="input search"
      type="search"
      placeholder="Search"
      aria-label="Search in all texts"
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}
