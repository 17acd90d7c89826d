import type { RequestHandler } from 'express'

export const iconPath = '/favicon.ico'

/** Three lines on a dark square, 16 by 16, as PNG. */
const icon = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAgMAAABinRfyAAAACVBMVEX///8fTnn///99mzY/AAAAAXRSTlMAQObYZgAAAB1JREFUeNpjYAAB0dDQ' +
    'EGRi1SoYgZU7FUagagMBAPAuEt2s+oA2AAAAAElFTkSuQmCC',
  'base64',
)

/** What browsers ask for beside every page: with an answer to keep, they ask once. The type is the observed one. */
export const serveIcon: RequestHandler = (request, response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return next()
  response.set({ 'Content-Type': 'image/x-icon', 'Cache-Control': 'public, max-age=86400' }).send(icon)
}
