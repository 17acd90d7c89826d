import { findWords, messageAbout } from './words.mjs'

const plain = {
  meta: { type: 'suggestion', docs: { description: 'Comments use the standard terms of lint/words.mjs' } },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const prose = comment.value.replaceAll(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))
          for (const found of findWords(prose, 'comments')) {
            // A comment begins with two characters, `//` or `/*`.
            const start = comment.range[0] + 2 + found.index
            context.report({
              message: messageAbout(found),
              loc: {
                start: context.sourceCode.getLocFromIndex(start),
                end: context.sourceCode.getLocFromIndex(start + found.word.length),
              },
            })
          }
        }
      },
    }
  },
}

export default { meta: { name: 'words' }, rules: { plain } }
