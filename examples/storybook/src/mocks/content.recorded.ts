// Written by `npx content-api record src/mocks/content.ts --project cms --seed cms/content.jsonl`. Don't edit it, but record again.
/* eslint-disable */
import { type Recording, recordedHandlers } from '@content-api/server/recorded'
import { fingerprint } from '../content-types.gen.js'

// prettier-ignore
export const recording = {
  "recordedAt": "2026-11-28",
  "list": "src/mocks/content.ts",
  "command": "npx content-api record src/mocks/content.ts --project cms --seed cms/content.jsonl",
  "model": {
    "recorded": "3a2c98f2141d84fb",
    "current": fingerprint
  },
  "requests": {
    "all": [
      {
        "request": "GET /api/articles?populate[author][fields][0]=name&sort=title",
        "status": 200,
        "body": {
          "data": [
            {
              "id": 2,
              "attributes": {
                "title": "A short stay",
                "createdAt": "2026-11-28T09:16:49.135Z",
                "updatedAt": "2026-11-28T09:16:49.135Z",
                "author": {
                  "data": {
                    "id": 2,
                    "attributes": {
                      "name": "Grace"
                    }
                  }
                }
              }
            },
            {
              "id": 1,
              "attributes": {
                "title": "The long way home",
                "createdAt": "2026-11-28T09:16:49.135Z",
                "updatedAt": "2026-11-28T09:16:49.135Z",
                "author": {
                  "data": {
                    "id": 1,
                    "attributes": {
                      "name": "Ada"
                    }
                  }
                }
              }
            }
          ],
          "meta": {
            "pagination": {
              "page": 1,
              "pageSize": 25,
              "pageCount": 1,
              "total": 2
            }
          }
        }
      }
    ],
    "ofAda": [
      {
        "request": "GET /api/articles?filters[author][name][$eq]=Ada&populate[author][fields][0]=name&sort=title",
        "status": 200,
        "body": {
          "data": [
            {
              "id": 1,
              "attributes": {
                "title": "The long way home",
                "createdAt": "2026-11-28T09:16:49.135Z",
                "updatedAt": "2026-11-28T09:16:49.135Z",
                "author": {
                  "data": {
                    "id": 1,
                    "attributes": {
                      "name": "Ada"
                    }
                  }
                }
              }
            }
          ],
          "meta": {
            "pagination": {
              "page": 1,
              "pageSize": 25,
              "pageCount": 1,
              "total": 1
            }
          }
        }
      }
    ]
  }
} satisfies Recording

export const handlers = recordedHandlers(recording)
