/** The maximum width of a comment of several lines, in columns. */
const several = 110
/** The maximum width of a comment on one line, which is also the formatter's width of code. */
const single = 120

const directive = 'oxlint-|@ts-|biome-'
const PROSE_LINE = new RegExp(`^\\s*//(?!\\s*(?:${directive}))`)
/** Matches lines that can't be wrapped: directives and rows of tables. */
const UNWRAPPED = new RegExp(`^\\s*(?:\\*\\s+)?(?:\\||${directive})`)

const width = {
  meta: { type: 'layout', docs: { description: `Comments of several lines wrap at ${several} columns` } },
  create(context) {
    return {
      Program() {
        const { lines } = context.sourceCode
        const isProse = (line) => PROSE_LINE.test(lines[line - 1] ?? '')
        for (const { loc, value, type } of context.sourceCode.getAllComments()) {
          const { start, end } = loc
          if (lines[start.line - 1].slice(0, start.column).trim() !== '') continue
          const isSingle =
            type === 'Line' ? !isProse(start.line - 1) && !isProse(start.line + 1) : start.line === end.line
          const columns = isSingle ? single : several
          let isCode = false
          for (const [index, text] of value.split('\n').entries()) {
            if (text.includes('```')) isCode = !isCode
            const line = start.line + index
            const { length } = lines[line - 1]
            if (length <= columns || isCode || UNWRAPPED.test(text)) continue
            context.report({
              message: `The comment is ${length} columns wide. Wrap it at ${several}.`,
              loc: { start: { line, column: columns }, end: { line, column: length } },
            })
          }
        }
      },
    }
  },
}

export default { meta: { name: 'comments' }, rules: { width } }
