-- The same project on PostgreSQL, as its own process filled it.
CREATE TABLE "admin_users" ("id" integer, "document_id" character varying(255), "firstname" character varying(255), "lastname" character varying(255), "username" character varying(255), "email" character varying(255), "password" character varying(255), "reset_password_token" character varying(255), "reset_password_token_expires_at" timestamp(6) without time zone, "registration_token" character varying(255), "is_active" boolean, "blocked" boolean, "prefered_language" character varying(255), "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "admin_users" VALUES
('1', 'user00000000000000000001', 'Root', 'Admin', 'root', 'root@example.com', '$2a$10$R52s5i4vdgo4cG6uAbYZ6uwNUxlnTZstqA3t/12DnzigpvWASL2xi', NULL, NULL, NULL, 'true', 'false', NULL, '2026-11-27 11:48:37.06', '2026-11-27 11:48:37.06', '2026-11-27 11:48:37.061', NULL, NULL, NULL);
CREATE TABLE "articles" ("id" integer, "document_id" character varying(255), "title" character varying(255), "slug" character varying(255), "code" character varying(255), "summary" text, "body" text, "kind" character varying(255), "contact_email" character varying(255), "secret" character varying(255), "internal_note" character varying(255), "publish_date" date, "publish_time" time without time zone, "event_at" timestamp(6) without time zone, "stamped_at" timestamp(6) without time zone, "rating" integer, "views" bigint, "score" double precision, "price" numeric(10,2), "featured" boolean, "extra" jsonb, "rich_blocks" jsonb, "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "articles" VALUES
('10', 'article00000000000000004', 'Delta diner (edited)', 'delta-diner', 'BB-2', '100% sure_thing', 'd', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2', NULL, '0', NULL, 'true', '"just a string"', NULL, '2024-01-01 04:00:00', '2024-01-20 04:00:00', NULL, NULL, NULL, 'en'),
('12', 'article00000000000000005', 'Écho étude', 'echo-etude', 'CC-1', 'ÉTÉ à la plage', 'e', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '5', '-5', NULL, '-3.14', NULL, '5', NULL, '2024-01-01 05:00:00', '2024-01-02 05:00:00', NULL, NULL, NULL, 'en'),
('4', 'article00000000000000001', 'Lancement alpha', 'lancement-alpha', 'AA-1', 'Premier', '# Alpha fr', 'news', 'alpha@example.com', '$2a$10$Z1Oic2JiDgAU6S9UrB5cIubIE3c4yGS2XYDaNnipn5alwbEMH1PJ2', 'private alpha', '2024-02-29', '08:30:00', '2024-03-01 10:00:00', '2024-03-01 10:00:00', '7', '9007199254740993', '0.5', '12.50', 'true', '{"a": 1, "b": [1, 2, {"c": null}], "s": "x"}', '[{"type": "paragraph", "children": [{"text": "Hello", "type": "text"}]}]', '2024-01-01 01:30:00', '2024-01-02 01:30:00', '2024-01-10 01:30:00', NULL, NULL, 'fr'),
('24', 'article00000000000000002', 'Bravo guide', 'bravo-guide', 'AA-2', 'second', 'b', 'review', 'bravo@example.com', '$2a$10$C5tMAUZuaHigb79s5XJxC.coLDs6YB4r9UPLKN9GGJ.yjm.IhTNhK', 'private bravo', '2024-03-01', '23:59:59.999', '2024-03-02 00:00:00', '2024-03-02 00:00:00', '3', '42', '0.25', '99.99', 'false', '["x", "y"]', NULL, '2024-01-01 02:00:00', '2024-01-02 02:00:00', '2024-01-10 02:00:00', NULL, NULL, 'en'),
('3', 'article00000000000000001', 'Lancement alpha', 'lancement-alpha', 'AA-1', 'Premier', '# Alpha fr', 'news', 'alpha@example.com', '$2a$10$VuIMt6tN6vpF292Vs4TT/uD5HeDH2dHcYlVCFGO/yQ7DRHPaMwW3C', 'private alpha', '2024-02-29', '08:30:00', '2024-03-01 10:00:00', '2024-03-01 10:00:00', '7', '9007199254740993', '0.5', '12.50', 'true', '{"a": 1, "b": [1, 2, {"c": null}], "s": "x"}', '[{"type": "paragraph", "children": [{"text": "Hello", "type": "text"}]}]', '2024-01-01 01:30:00', '2024-01-02 01:30:00', NULL, NULL, NULL, 'fr'),
('5', 'article00000000000000002', 'Bravo guide', 'bravo-guide', 'AA-2', 'second', 'b', 'review', 'bravo@example.com', '$2a$10$lLrNSTZdWdMsFUhfD82KuugEdVkXnIgPcO6yzCZeZ8It4rSKCPlUG', 'private bravo', '2024-03-01', '23:59:59.999', '2024-03-02 00:00:00', '2024-03-02 00:00:00', '3', '42', '0.25', '99.99', 'false', '["x", "y"]', NULL, '2024-01-01 02:00:00', '2024-01-02 02:00:00', NULL, NULL, NULL, 'en'),
('7', 'article00000000000000002', 'Guide bravo', 'guide-bravo', 'AA-2', 'deuxième', 'b fr', 'review', 'bravo@example.com', '$2a$10$lLrNSTZdWdMsFUhfD82KuugEdVkXnIgPcO6yzCZeZ8It4rSKCPlUG', 'private bravo', '2024-03-01', '23:59:59.999', '2024-03-02 00:00:00', '2024-03-02 00:00:00', '3', '42', '0.25', '99.99', 'false', '["x", "y"]', NULL, '2024-01-01 02:30:00', '2024-01-02 02:30:00', NULL, NULL, NULL, 'fr'),
('8', 'article00000000000000003', 'charlie chef', 'charlie-chef', 'BB-1', NULL, NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '10', '0', '1', '0.00', 'false', NULL, NULL, '2024-01-01 03:00:00', '2024-01-02 03:00:00', NULL, NULL, NULL, 'en'),
('9', 'article00000000000000003', 'charlie chef', 'charlie-chef', 'BB-1', NULL, NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '10', '0', '1', '0.00', 'false', NULL, NULL, '2024-01-01 03:00:00', '2024-01-02 03:00:00', '2024-01-10 03:00:00', NULL, NULL, 'en'),
('11', 'article00000000000000004', 'Delta diner', 'delta-diner', 'BB-2', '100% sure_thing', 'd', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1', NULL, '0', NULL, 'true', '"just a string"', NULL, '2024-01-01 04:00:00', '2024-01-02 04:00:00', '2024-01-10 04:00:00', NULL, NULL, 'en'),
('13', 'article00000000000000005', 'Écho étude', 'echo-etude', 'CC-1', 'ÉTÉ à la plage', 'e', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '5', '-5', NULL, '-3.14', NULL, '5', NULL, '2024-01-01 05:00:00', '2024-01-02 05:00:00', '2024-01-10 05:00:00', NULL, NULL, 'en'),
('14', 'article00000000000000006', 'Foxtrot draft', 'foxtrot-draft', 'CC-2', 'never published', NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '5', NULL, NULL, NULL, 'true', NULL, NULL, '2024-01-01 06:00:00', '2024-01-02 06:00:00', NULL, NULL, NULL, 'en'),
('15', 'article00000000000000007', 'Golf draft', 'golf-draft', NULL, 'another draft', NULL, 'review', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '5', NULL, NULL, NULL, NULL, NULL, NULL, '2024-01-01 07:00:00', '2024-01-02 07:00:00', NULL, NULL, NULL, 'en'),
('16', 'article00000000000000008', 'Hotel bare', 'hotel-bare', NULL, NULL, NULL, 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2024-01-01 08:00:00', '2024-01-02 08:00:00', NULL, NULL, NULL, 'en'),
('17', 'article00000000000000008', 'Hotel bare', 'hotel-bare', NULL, NULL, NULL, 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2024-01-01 08:00:00', '2024-01-02 08:00:00', '2024-01-10 08:00:00', NULL, NULL, 'en'),
('19', 'article00000000000000009', 'India orphan', 'india-orphan', NULL, NULL, NULL, 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '4', NULL, NULL, NULL, 'false', NULL, NULL, '2024-01-01 09:00:00', '2024-01-02 09:00:00', '2024-01-10 09:00:00', NULL, NULL, 'en'),
('20', 'article00000000000000010', 'Juliett en draft', 'juliett', NULL, NULL, NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '6', NULL, NULL, NULL, 'false', NULL, NULL, '2024-01-01 10:00:00', '2024-01-02 10:00:00', NULL, NULL, NULL, 'en'),
('22', 'article00000000000000010', 'Juliette', 'juliette', NULL, 'publiée', NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '6', NULL, NULL, NULL, 'false', NULL, NULL, '2024-01-01 10:30:00', '2024-01-02 10:30:00', '2024-01-10 10:30:00', NULL, NULL, 'fr'),
('21', 'article00000000000000010', 'Juliette (modifiée)', 'juliette', NULL, 'publiée', NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '6', NULL, NULL, NULL, 'false', NULL, NULL, '2024-01-01 10:30:00', '2024-01-20 10:30:00', NULL, NULL, NULL, 'fr'),
('1', 'article00000000000000001', 'Alpha launch', 'alpha-launch', 'AA-1', 'First of all', '# Alpha', 'news', 'alpha@example.com', '$2a$10$/F8hsFrOam1zQg/N2kwmBu.E/4CfIGBEcPcWqOQbzVGs94JmlfnNS', 'private alpha', '2024-02-29', '08:30:00', '2024-03-01 10:00:00', '2024-03-01 10:00:00', '7', '9007199254740993', '0.5', '12.50', 'true', '{"a": 1, "b": [1, 2, {"c": null}], "s": "x"}', '[{"type": "paragraph", "children": [{"text": "Hello", "type": "text"}]}]', '2024-01-01 01:00:00', '2024-01-02 01:00:00', NULL, NULL, NULL, 'en'),
('23', 'article00000000000000001', 'Alpha launch', 'alpha-launch', 'AA-1', 'First of all', '# Alpha', 'news', 'alpha@example.com', '$2a$10$Z1Oic2JiDgAU6S9UrB5cIubIE3c4yGS2XYDaNnipn5alwbEMH1PJ2', 'private alpha', '2024-02-29', '08:30:00', '2024-03-01 10:00:00', '2024-03-01 10:00:00', '7', '9007199254740993', '0.5', '12.50', 'true', '{"a": 1, "b": [1, 2, {"c": null}], "s": "x"}', '[{"type": "paragraph", "children": [{"text": "Hello", "type": "text"}]}]', '2024-01-01 01:00:00', '2024-01-02 01:00:00', '2024-01-10 01:00:00', NULL, NULL, 'en');
CREATE TABLE "articles_author_lnk" ("id" integer, "article_id" integer, "author_id" integer, "article_ord" double precision);
INSERT INTO "articles_author_lnk" VALUES
('1', '1', '1', '1'),
('3', '3', '1', '2'),
('5', '5', '3', '1'),
('7', '7', '3', '2'),
('8', '8', '1', '3'),
('10', '10', '3', '3'),
('12', '12', '5', '1'),
('13', '14', '1', '4'),
('14', '15', '6', '1'),
('17', '23', '8', '1'),
('18', '4', '8', '2'),
('19', '9', '8', '3'),
('20', '24', '9', '1'),
('21', '11', '9', '2');
CREATE TABLE "articles_category_lnk" ("id" integer, "article_id" integer, "category_id" integer, "article_ord" double precision);
INSERT INTO "articles_category_lnk" VALUES
('1', '1', '1', '1'),
('3', '3', '1', '2'),
('4', '4', '1', '2'),
('5', '5', '1', '3'),
('7', '7', '2', '1'),
('8', '8', '2', '2'),
('9', '9', '2', '3'),
('11', '11', '2', '4'),
('12', '10', '3', '1'),
('13', '12', '3', '2'),
('14', '13', '3', '2'),
('15', '14', '1', '4'),
('16', '15', '3', '3'),
('18', '19', '1', '5'),
('19', '23', '1', '1'),
('20', '24', '1', '3');
CREATE TABLE "articles_cmps" ("id" integer, "entity_id" integer, "cmp_id" integer, "component_type" character varying(255), "field" character varying(255), "order" double precision);
INSERT INTO "articles_cmps" VALUES
('1', '1', '1', 'shared.seo', 'seo', NULL),
('2', '1', '2', 'shared.link', 'links', '1'),
('3', '1', '3', 'shared.link', 'links', '2'),
('4', '1', '1', 'blocks.quote', 'zone', '1'),
('5', '1', '1', 'blocks.gallery', 'zone', '2'),
('6', '1', '2', 'blocks.quote', 'zone', '3'),
('13', '3', '3', 'shared.seo', 'seo', NULL),
('14', '3', '10', 'shared.link', 'links', '1'),
('15', '3', '11', 'shared.link', 'links', '2'),
('16', '3', '5', 'blocks.quote', 'zone', '1'),
('17', '3', '3', 'blocks.gallery', 'zone', '2'),
('18', '3', '6', 'blocks.quote', 'zone', '3'),
('33', '7', '8', 'shared.seo', 'seo', NULL),
('34', '5', '9', 'shared.seo', 'seo', '1'),
('35', '23', '10', 'shared.seo', 'seo', NULL),
('36', '23', '22', 'shared.link', 'links', '1'),
('37', '23', '23', 'shared.link', 'links', '2'),
('38', '23', '11', 'blocks.quote', 'zone', '1'),
('39', '23', '6', 'blocks.gallery', 'zone', '2'),
('40', '23', '12', 'blocks.quote', 'zone', '3'),
('41', '4', '11', 'shared.seo', 'seo', '4'),
('42', '4', '26', 'shared.link', 'links', '1'),
('43', '4', '27', 'shared.link', 'links', '2'),
('44', '4', '13', 'blocks.quote', 'zone', '1'),
('45', '4', '7', 'blocks.gallery', 'zone', '2'),
('46', '4', '14', 'blocks.quote', 'zone', '3'),
('47', '24', '12', 'shared.seo', 'seo', NULL);
CREATE TABLE "articles_detail_lnk" ("id" integer, "article_id" integer, "detail_id" integer);
INSERT INTO "articles_detail_lnk" VALUES
('1', '1', '1'),
('3', '5', '2'),
('5', '23', '1'),
('6', '24', '2');
CREATE TABLE "articles_main_tag_lnk" ("id" integer, "article_id" integer, "tag_id" integer);
INSERT INTO "articles_main_tag_lnk" VALUES
('1', '1', '5'),
('3', '5', '1'),
('5', '23', '5'),
('6', '24', '1');
CREATE TABLE "articles_memo_lnk" ("id" integer, "article_id" integer, "memo_id" integer);
INSERT INTO "articles_memo_lnk" VALUES
('1', '1', '1'),
('3', '23', '1');
CREATE TABLE "articles_owner_lnk" ("id" integer, "article_id" integer, "user_id" integer);
INSERT INTO "articles_owner_lnk" VALUES
('1', '1', '1'),
('3', '23', '1');
CREATE TABLE "articles_place_lnk" ("id" integer, "article_id" integer, "place_id" integer, "article_ord" double precision);
INSERT INTO "articles_place_lnk" VALUES
('1', '1', '1', '1'),
('3', '23', '1', '1');
CREATE TABLE "articles_related_lnk" ("id" integer, "article_id" integer, "inv_article_id" integer, "article_ord" double precision);
INSERT INTO "articles_related_lnk" VALUES
('1', '1', '5', '1'),
('2', '1', '15', '2'),
('4', '5', '1', '1'),
('5', '24', '23', '1'),
('3', '23', '24', '1');
CREATE TABLE "articles_tags_lnk" ("id" integer, "article_id" integer, "tag_id" integer, "tag_ord" double precision, "article_ord" double precision);
INSERT INTO "articles_tags_lnk" VALUES
('1', '1', '1', '1', '1'),
('2', '1', '2', '2', '1'),
('3', '1', '3', '3', '1'),
('7', '3', '1', '1', '2'),
('8', '4', '1', '1', '2'),
('9', '5', '2', '1', '2'),
('11', '7', '2', '1', '3'),
('12', '8', '4', '1', '1'),
('13', '8', '5', '2', '1'),
('14', '8', '6', '3', '1'),
('15', '9', '4', '1', '1'),
('16', '9', '5', '2', '1'),
('17', '9', '6', '3', '1'),
('18', '10', '7', '1', '1'),
('19', '12', '1', '1', '3'),
('20', '12', '11', '2', '1'),
('21', '13', '1', '1', '3'),
('22', '13', '11', '2', '1'),
('23', '14', '1', '1', '4'),
('24', '14', '2', '2', '4'),
('25', '15', '3', '1', '2'),
('26', '23', '1', '1', '1'),
('27', '23', '2', '2', '1'),
('28', '23', '3', '3', '1'),
('29', '24', '2', '1', '2');
CREATE TABLE "articles_way_tags_lnk" ("id" integer, "article_id" integer, "tag_id" integer, "tag_ord" double precision);
INSERT INTO "articles_way_tags_lnk" VALUES
('1', '1', '3', '1'),
('2', '1', '1', '2'),
('5', '23', '3', '1'),
('6', '23', '1', '2');
CREATE TABLE "authors" ("id" integer, "document_id" character varying(255), "name" character varying(255), "email" character varying(255), "country" character varying(255), "bio" text, "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "authors" VALUES
('5', 'author000000000000000003', 'Cleo Draft', 'cleo@example.com', 'FR', 'Unpublished author', '2024-01-01 03:00:00', '2024-01-02 03:00:00', NULL, NULL, NULL, NULL),
('7', 'author000000000000000004', 'Dan Dune', NULL, NULL, NULL, '2024-01-01 04:00:00', '2024-01-02 04:00:00', '2024-01-10 04:00:00', NULL, NULL, NULL),
('6', 'author000000000000000004', 'Dan Dune (edited)', NULL, NULL, 'edited bio', '2024-01-01 04:00:00', '2024-01-20 04:00:00', NULL, NULL, NULL, NULL),
('1', 'author000000000000000001', 'Ada Archer', 'ada@example.com', 'FR', 'Writes code', '2024-01-01 01:00:00', '2024-01-02 01:00:00', NULL, NULL, NULL, NULL),
('8', 'author000000000000000001', 'Ada Archer', 'ada@example.com', 'FR', 'Writes code', '2024-01-01 01:00:00', '2024-01-02 01:00:00', '2024-01-10 01:00:00', NULL, NULL, NULL),
('3', 'author000000000000000002', 'Ben Baker', 'ben@example.com', 'DE', NULL, '2024-01-01 02:00:00', '2024-01-02 02:00:00', NULL, NULL, NULL, NULL),
('9', 'author000000000000000002', 'Ben Baker', 'ben@example.com', 'DE', NULL, '2024-01-01 02:00:00', '2024-01-02 02:00:00', '2024-01-10 02:00:00', NULL, NULL, NULL);
CREATE TABLE "authors_favorite_lnk" ("id" integer, "author_id" integer, "article_id" integer);
INSERT INTO "authors_favorite_lnk" VALUES
('1', '1', '1'),
('2', '8', '23'),
('3', '3', '14');
CREATE TABLE "authors_home_lnk" ("id" integer, "author_id" integer, "place_id" integer);
INSERT INTO "authors_home_lnk" VALUES
('1', '1', '1'),
('2', '8', '1');
CREATE TABLE "authors_mentor_lnk" ("id" integer, "author_id" integer, "inv_author_id" integer, "author_ord" double precision);
INSERT INTO "authors_mentor_lnk" VALUES
('1', '3', '1', '1'),
('3', '5', '1', '2'),
('5', '9', '8', '1');
CREATE TABLE "authors_topics_lnk" ("id" integer, "author_id" integer, "tag_id" integer, "tag_ord" double precision);
INSERT INTO "authors_topics_lnk" VALUES
('1', '1', '1', '1'),
('2', '1', '2', '2'),
('3', '8', '1', '1'),
('4', '8', '2', '2');
CREATE TABLE "categories" ("id" integer, "document_id" character varying(255), "name" character varying(255), "description" text, "rank" integer, "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "categories" VALUES
('1', 'category0000000000000001', 'Tech', 'Technology', '3', '2024-01-01 01:00:00', '2024-01-02 01:00:00', '2024-01-10 01:00:00', '1', '1', NULL),
('2', 'category0000000000000002', 'Food', 'Eating & drinking', '1', '2024-01-01 02:00:00', '2024-01-02 02:00:00', '2024-01-10 02:00:00', '1', '1', NULL),
('3', 'category0000000000000003', 'Travel', NULL, '2', '2024-01-01 03:00:00', '2024-01-02 03:00:00', '2024-01-10 03:00:00', '1', '1', NULL),
('4', 'category0000000000000004', 'Empty', 'No articles', '3', '2024-01-01 04:00:00', '2024-01-02 04:00:00', '2024-01-10 04:00:00', '1', '1', NULL);
CREATE TABLE "components_blocks_gallery" ("id" integer, "title" character varying(255));
INSERT INTO "components_blocks_gallery" VALUES
('1', 'Shots'),
('3', 'Shots'),
('6', 'Shots'),
('7', 'Shots');
CREATE TABLE "components_blocks_gallery_cmps" ("id" integer, "entity_id" integer, "cmp_id" integer, "component_type" character varying(255), "field" character varying(255), "order" double precision);
INSERT INTO "components_blocks_gallery_cmps" VALUES
('1', '1', '4', 'shared.link', 'links', '1'),
('3', '3', '12', 'shared.link', 'links', '1'),
('6', '6', '24', 'shared.link', 'links', '1'),
('7', '7', '28', 'shared.link', 'links', '1');
CREATE TABLE "components_blocks_quote" ("id" integer, "text" text, "stars" integer);
INSERT INTO "components_blocks_quote" VALUES
('1', 'To be', '5'),
('2', 'Draft said', '2'),
('5', 'To be', '5'),
('6', 'Draft said', '2'),
('11', 'To be', '5'),
('12', 'Draft said', '2'),
('13', 'To be', '5'),
('14', 'Draft said', '2');
CREATE TABLE "components_blocks_quote_author_lnk" ("id" integer, "quote_id" integer, "author_id" integer);
INSERT INTO "components_blocks_quote_author_lnk" VALUES
('1', '1', '1'),
('2', '2', '5'),
('4', '5', '1'),
('5', '6', '5'),
('8', '11', '8'),
('9', '13', '8');
CREATE TABLE "components_shared_link" ("id" integer, "label" character varying(255), "url" character varying(255), "target" character varying(255), "hidden" character varying(255));
INSERT INTO "components_shared_link" VALUES
('1', 'canon', 'https://a.example', 'self', 'h1'),
('2', 'one', 'https://one.example', 'self', 'hide1'),
('3', 'two', 'https://two.example', 'blank', NULL),
('4', 'g1', 'https://g1.example', 'self', NULL),
('9', 'canon', 'https://a.example', 'self', 'h1'),
('10', 'one', 'https://one.example', 'self', 'hide1'),
('11', 'two', 'https://two.example', 'blank', NULL),
('12', 'g1', 'https://g1.example', 'self', NULL),
('21', 'canon', 'https://a.example', 'self', 'h1'),
('22', 'one', 'https://one.example', 'self', 'hide1'),
('23', 'two', 'https://two.example', 'blank', NULL),
('24', 'g1', 'https://g1.example', 'self', NULL),
('25', 'canon', 'https://a.example', 'self', 'h1'),
('26', 'one', 'https://one.example', 'self', 'hide1'),
('27', 'two', 'https://two.example', 'blank', NULL),
('28', 'g1', 'https://g1.example', 'self', NULL);
CREATE TABLE "components_shared_seo" ("id" integer, "meta_title" character varying(255), "meta_description" text, "no_index" boolean);
INSERT INTO "components_shared_seo" VALUES
('1', 'Alpha SEO', 'desc', 'false'),
('3', 'Alpha SEO', 'desc', 'false'),
('8', 'Bravo SEO', NULL, 'false'),
('9', 'Bravo SEO', NULL, 'false'),
('10', 'Alpha SEO', 'desc', 'false'),
('11', 'Alpha SEO', 'desc', 'false'),
('12', 'Bravo SEO', NULL, 'false'),
('13', 'Home SEO', NULL, 'false'),
('14', 'Home SEO', NULL, 'false');
CREATE TABLE "components_shared_seo_cmps" ("id" integer, "entity_id" integer, "cmp_id" integer, "component_type" character varying(255), "field" character varying(255), "order" double precision);
INSERT INTO "components_shared_seo_cmps" VALUES
('1', '1', '1', 'shared.link', 'canonical', NULL),
('3', '3', '9', 'shared.link', 'canonical', NULL),
('6', '10', '21', 'shared.link', 'canonical', NULL),
('7', '11', '25', 'shared.link', 'canonical', NULL);
CREATE TABLE "details" ("id" integer, "document_id" character varying(255), "note" character varying(255), "mode" character varying(255), "reason" character varying(255), "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "details" VALUES
('1', 'detail000000000000000001', 'detail one', NULL, NULL, '2024-01-01 01:00:00', '2024-01-02 01:00:00', '2024-01-10 01:00:00', NULL, NULL, NULL),
('2', 'detail000000000000000002', 'detail two', 'loud', 'because', '2024-01-01 02:00:00', '2024-01-02 02:00:00', '2024-01-10 02:00:00', NULL, NULL, NULL),
('3', 'detail000000000000000003', 'detail unattached', 'plain', NULL, '2024-01-01 03:00:00', '2024-01-02 03:00:00', '2024-01-10 03:00:00', NULL, NULL, NULL);
CREATE TABLE "files" ("id" integer, "document_id" character varying(255), "name" character varying(255), "alternative_text" text, "caption" text, "focal_point" jsonb, "width" integer, "height" integer, "formats" jsonb, "hash" character varying(255), "ext" character varying(255), "mime" character varying(255), "size" numeric(10,2), "url" text, "preview_url" text, "provider" character varying(255), "provider_metadata" jsonb, "folder_path" character varying(255), "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "files" VALUES
('1', 'file00000000000000000001', 'wide.png', 'a wide picture', 'wide caption', NULL, '1200', '800', '{"large": {"ext": ".png", "url": "/uploads/large_wide_a1333bb58d.png", "hash": "large_wide_a1333bb58d", "mime": "image/png", "name": "large_wide.png", "path": null, "size": 10.72, "width": 1000, "height": 667, "sizeInBytes": 10715}, "small": {"ext": ".png", "url": "/uploads/small_wide_a1333bb58d.png", "hash": "small_wide_a1333bb58d", "mime": "image/png", "name": "small_wide.png", "path": null, "size": 3.06, "width": 500, "height": 333, "sizeInBytes": 3057}, "medium": {"ext": ".png", "url": "/uploads/medium_wide_a1333bb58d.png", "hash": "medium_wide_a1333bb58d", "mime": "image/png", "name": "medium_wide.png", "path": null, "size": 6.4, "width": 750, "height": 500, "sizeInBytes": 6395}, "thumbnail": {"ext": ".png", "url": "/uploads/thumbnail_wide_a1333bb58d.png", "hash": "thumbnail_wide_a1333bb58d", "mime": "image/png", "name": "thumbnail_wide.png", "path": null, "size": 0.89, "width": 234, "height": 156, "sizeInBytes": 886}}', 'wide_a1333bb58d', '.png', 'image/png', '1.05', '/uploads/wide_a1333bb58d.png', NULL, 'local', NULL, '/', '2026-11-27 11:48:39.7', '2026-11-27 11:48:39.7', '2026-11-27 11:48:39.701', NULL, NULL, NULL),
('2', 'file00000000000000000002', 'small.png', NULL, NULL, NULL, '300', '200', '{"thumbnail": {"ext": ".png", "url": "/uploads/thumbnail_small_e45e80ffdd.png", "hash": "thumbnail_small_e45e80ffdd", "mime": "image/png", "name": "thumbnail_small.png", "path": null, "size": 0.89, "width": 234, "height": 156, "sizeInBytes": 885}}', 'small_e45e80ffdd', '.png', 'image/png', '0.17', '/uploads/small_e45e80ffdd.png', NULL, 'local', NULL, '/', '2026-11-27 11:48:39.744', '2026-11-27 11:48:39.744', '2026-11-27 11:48:39.744', NULL, NULL, NULL),
('3', 'file00000000000000000003', 'avatar.png', 'avatar', NULL, NULL, '64', '64', NULL, 'avatar_3409594188', '.png', 'image/png', '0.12', '/uploads/avatar_3409594188.png', NULL, 'local', NULL, '/', '2026-11-27 11:48:39.776', '2026-11-27 11:48:39.776', '2026-11-27 11:48:39.776', NULL, NULL, NULL);
CREATE TABLE "files_folder_lnk" ("id" integer, "file_id" integer, "folder_id" integer, "file_ord" double precision);
CREATE TABLE "files_related_mph" ("id" integer, "file_id" integer, "related_id" integer, "related_type" character varying(255), "field" character varying(255), "order" double precision);
INSERT INTO "files_related_mph" VALUES
('1', '3', '1', 'api::author.author', 'avatar', '1'),
('3', '2', '1', 'shared.seo', 'metaImage', '1'),
('4', '1', '1', 'blocks.gallery', 'images', '1'),
('5', '2', '1', 'blocks.gallery', 'images', '2'),
('6', '1', '1', 'api::article.article', 'cover', '1'),
('7', '2', '1', 'api::article.article', 'attachments', '1'),
('8', '1', '1', 'api::article.article', 'attachments', '2'),
('15', '2', '3', 'shared.seo', 'metaImage', '1'),
('16', '1', '3', 'blocks.gallery', 'images', '1'),
('17', '2', '3', 'blocks.gallery', 'images', '2'),
('18', '1', '3', 'api::article.article', 'cover', '1'),
('19', '2', '3', 'api::article.article', 'attachments', '1'),
('20', '1', '3', 'api::article.article', 'attachments', '2'),
('35', '2', '7', 'api::article.article', 'cover', '1'),
('36', '2', '5', 'api::article.article', 'cover', '1'),
('37', '1', '14', 'api::article.article', 'cover', '1'),
('38', '2', '10', 'shared.seo', 'metaImage', '1'),
('39', '1', '6', 'blocks.gallery', 'images', '1'),
('40', '2', '6', 'blocks.gallery', 'images', '2'),
('41', '1', '23', 'api::article.article', 'cover', '1'),
('42', '2', '23', 'api::article.article', 'attachments', '1'),
('43', '1', '23', 'api::article.article', 'attachments', '2'),
('44', '2', '11', 'shared.seo', 'metaImage', '1'),
('45', '1', '7', 'blocks.gallery', 'images', '1'),
('46', '2', '7', 'blocks.gallery', 'images', '2'),
('47', '1', '4', 'api::article.article', 'cover', '1'),
('48', '2', '4', 'api::article.article', 'attachments', '1'),
('49', '1', '4', 'api::article.article', 'attachments', '2'),
('50', '2', '24', 'api::article.article', 'cover', '1'),
('51', '3', '8', 'api::author.author', 'avatar', '1'),
('52', '1', '13', 'shared.seo', 'metaImage', '1'),
('53', '1', '14', 'shared.seo', 'metaImage', '1');
CREATE TABLE "homepages" ("id" integer, "document_id" character varying(255), "headline" character varying(255), "intro" text, "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "homepages" VALUES
('1', 'homepage0000000000000001', 'Welcome', 'Intro en', '2024-01-01 01:00:00', '2024-01-02 01:00:00', NULL, NULL, NULL, 'en'),
('2', 'homepage0000000000000001', 'Welcome', 'Intro en', '2024-01-01 01:00:00', '2024-01-02 01:00:00', '2024-01-10 01:00:00', NULL, NULL, 'en'),
('3', 'homepage0000000000000001', 'Bienvenue', 'Intro fr', '2024-01-01 01:30:00', '2024-01-02 01:30:00', NULL, NULL, NULL, 'fr'),
('4', 'homepage0000000000000001', 'Bienvenue', 'Intro fr', '2024-01-01 01:30:00', '2024-01-02 01:30:00', '2024-01-10 01:30:00', NULL, NULL, 'fr');
CREATE TABLE "homepages_cmps" ("id" integer, "entity_id" integer, "cmp_id" integer, "component_type" character varying(255), "field" character varying(255), "order" double precision);
INSERT INTO "homepages_cmps" VALUES
('1', '1', '13', 'shared.seo', 'seo', NULL),
('2', '2', '14', 'shared.seo', 'seo', NULL);
CREATE TABLE "homepages_featured_lnk" ("id" integer, "homepage_id" integer, "article_id" integer, "article_ord" double precision);
INSERT INTO "homepages_featured_lnk" VALUES
('1', '1', '5', '1'),
('2', '1', '1', '2'),
('3', '2', '24', '1'),
('4', '2', '23', '2'),
('5', '3', '3', '1'),
('6', '4', '4', '1');
CREATE TABLE "i18n_locale" ("id" integer, "document_id" character varying(255), "name" character varying(255), "code" character varying(255), "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "i18n_locale" VALUES
('1', 'localez00000000000000001', 'English (en)', 'en', '2026-11-27 11:48:31.496', '2026-11-27 11:48:31.496', '2026-11-27 11:48:31.497', NULL, NULL, NULL),
('2', 'locale000000000000000001', 'French (fr)', 'fr', '2026-11-27 11:48:36.495', '2026-11-27 11:48:36.495', '2026-11-27 11:48:36.495', NULL, NULL, NULL);
CREATE TABLE "memos" ("id" integer, "document_id" character varying(255), "text" character varying(255), "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "memos" VALUES
('1', 'memo00000000000000000001', 'top secret', '2024-01-01 01:00:00', '2024-01-02 01:00:00', '2024-01-10 01:00:00', NULL, NULL, NULL),
('2', 'memo00000000000000000002', 'other secret', '2024-01-01 02:00:00', '2024-01-02 02:00:00', '2024-01-10 02:00:00', NULL, NULL, NULL);
CREATE TABLE "menu_items" ("id" integer, "document_id" character varying(255), "label" character varying(255), "url" character varying(255), "position" integer, "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "menu_items" VALUES
('1', 'menuitem0000000000000001', 'Home', '/', '1', '2024-01-01 01:00:00', '2024-01-02 01:00:00', '2024-01-10 01:00:00', NULL, NULL, NULL),
('2', 'menuitem0000000000000002', 'Docs', '/docs', '2', '2024-01-01 02:00:00', '2024-01-02 02:00:00', '2024-01-10 02:00:00', NULL, NULL, NULL),
('3', 'menuitem0000000000000003', 'API', '/docs/api', '1', '2024-01-01 03:00:00', '2024-01-02 03:00:00', '2024-01-10 03:00:00', NULL, NULL, NULL),
('4', 'menuitem0000000000000004', 'REST', '/docs/api/rest', '1', '2024-01-01 04:00:00', '2024-01-02 04:00:00', '2024-01-10 04:00:00', NULL, NULL, NULL),
('5', 'menuitem0000000000000005', 'Filters', '/docs/api/rest/filters', '1', '2024-01-01 05:00:00', '2024-01-02 05:00:00', '2024-01-10 05:00:00', NULL, NULL, NULL),
('6', 'menuitem0000000000000006', 'GraphQL', '/docs/api/graphql', '2', '2024-01-01 06:00:00', '2024-01-02 06:00:00', '2024-01-10 06:00:00', NULL, NULL, NULL);
CREATE TABLE "menu_items_parent_lnk" ("id" integer, "menu_item_id" integer, "inv_menu_item_id" integer, "menu_item_ord" double precision);
INSERT INTO "menu_items_parent_lnk" VALUES
('1', '3', '2', '1'),
('2', '4', '3', '1'),
('3', '5', '4', '1'),
('4', '6', '3', '2');
CREATE TABLE "notes" ("id" integer, "document_id" character varying(255), "text" character varying(255), "target_id" integer, "target_type" character varying(255), "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "notes" VALUES
('1', 'note00000000000000000001', 'about alpha and tech', '23', 'api::article.article', '2024-01-01 01:00:00', '2024-01-02 01:00:00', '2024-01-10 01:00:00', NULL, NULL, NULL);
CREATE TABLE "notes_subjects_mph" ("id" integer, "note_id" integer, "subjects_id" integer, "subjects_type" character varying(255), "field" character varying(255), "order" double precision);
INSERT INTO "notes_subjects_mph" VALUES
('1', '1', '23', 'api::article.article', NULL, '1'),
('2', '1', '1', 'api::category.category', NULL, '2');
CREATE TABLE "places" ("id" integer, "document_id" character varying(255), "name" character varying(255), "zip" character varying(255), "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "places" VALUES
('2', 'place0000000000000000001', 'Paris (fr)', '75000', '2024-01-01 01:30:00', '2024-01-02 01:30:00', '2024-01-10 01:30:00', NULL, NULL, 'fr'),
('4', 'place0000000000000000002', 'Londres', 'SW1', '2024-01-01 02:30:00', '2024-01-02 02:30:00', '2024-01-10 02:30:00', NULL, NULL, 'fr'),
('1', 'place0000000000000000001', 'Paris', '75000', '2024-01-01 01:00:00', '2024-01-02 01:00:00', '2024-01-10 01:00:00', NULL, NULL, 'en'),
('3', 'place0000000000000000002', 'London', 'SW1', '2024-01-01 02:00:00', '2024-01-02 02:00:00', '2024-01-10 02:00:00', NULL, NULL, 'en'),
('5', 'place0000000000000000003', 'Berlin', '10115', '2024-01-01 03:00:00', '2024-01-02 03:00:00', '2024-01-10 03:00:00', NULL, NULL, 'en');
CREATE TABLE "places_people_lnk" ("id" integer, "place_id" integer, "author_id" integer, "author_ord" double precision);
INSERT INTO "places_people_lnk" VALUES
('1', '1', '1', '1'),
('3', '2', '1', '1'),
('2', '1', '8', '2'),
('4', '2', '8', '2');
CREATE TABLE "places_star_lnk" ("id" integer, "place_id" integer, "article_id" integer);
INSERT INTO "places_star_lnk" VALUES
('1', '1', '1'),
('2', '1', '23'),
('3', '3', '10'),
('4', '3', '11'),
('5', '5', '14');
CREATE TABLE "places_topic_lnk" ("id" integer, "place_id" integer, "tag_id" integer);
INSERT INTO "places_topic_lnk" VALUES
('1', '1', '1'),
('2', '2', '1'),
('3', '3', '2'),
('4', '4', '4'),
('5', '5', '3');
CREATE TABLE "places_twin_lnk" ("id" integer, "place_id" integer, "inv_place_id" integer);
INSERT INTO "places_twin_lnk" VALUES
('1', '3', '1'),
('2', '1', '3');
CREATE TABLE "settings" ("id" integer, "document_id" character varying(255), "site_name" character varying(255), "maintenance" boolean, "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "settings" VALUES
('1', 'setting00000000000000001', 'Oracle', 'false', '2024-01-01 01:00:00', '2024-01-02 01:00:00', '2024-01-10 01:00:00', NULL, NULL, NULL);
CREATE TABLE "specimens" ("id" integer, "document_id" character varying(255), "str" character varying(255), "txt" text, "rich" text, "enm" character varying(255), "mail" character varying(255), "pass" character varying(255), "uid" character varying(255), "priv" character varying(255), "day" date, "tod" time without time zone, "at" timestamp(6) without time zone, "stamp" timestamp(6) without time zone, "int" integer, "big" bigint, "flt" double precision, "dec" numeric(10,2), "flag" boolean, "obj" jsonb, "blk" jsonb, "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "specimens" VALUES
('1', 'specimen0000000000000001', 'Alpha', 'alpha text', '**a**', 'alpha', 'a@x.io', '$2a$10$YzD4hbIpk7e7aEn.vugsROWGDRZDkNQ8I1iO5a.qKDWj2y9qyGjZ6', 'alpha', 'p1', '2024-01-01', '00:00:00', '2024-01-01 00:00:00', '2024-01-01 00:00:00', '1', '1', '1.5', '1.25', 'true', '{"k": 1}', NULL, '2024-01-01 01:00:00', '2024-01-02 01:00:00', '2024-01-10 01:00:00', NULL, NULL, NULL),
('2', 'specimen0000000000000002', 'alpha', 'ALPHA TEXT', '**b**', 'beta', 'b@x.io', '$2a$10$SRRNHlkjWyR85uk8YjyL8uJCJ5zfHo32X77cNDNtmRbHGHyjkgm2y', 'alpha-2', 'p2', '2024-06-15', '12:34:56.789', '2024-06-15 12:34:56.789', '2024-06-15 12:34:56.789', '2', '9223372036854775807', '-0.1', '99999999.99', 'false', '[1, "two", null]', NULL, '2024-01-01 02:00:00', '2024-01-02 02:00:00', '2024-01-10 02:00:00', NULL, NULL, NULL),
('3', 'specimen0000000000000003', 'ALPHA%100', '100% of it', NULL, 'gamma', NULL, NULL, 'pct', NULL, '2023-12-31', '23:59:59.999', '2023-12-31 23:59:59.999', '2023-12-31 23:59:59.999', '-3', '-9223372036854775808', '3', '0.10', 'false', '"str"', NULL, '2024-01-01 03:00:00', '2024-01-02 03:00:00', '2024-01-10 03:00:00', NULL, NULL, NULL),
('4', 'specimen0000000000000004', 'alpha_under', 'a_b', NULL, NULL, NULL, NULL, 'under', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', '0.00', 'true', '0', NULL, '2024-01-01 04:00:00', '2024-01-02 04:00:00', '2024-01-10 04:00:00', NULL, NULL, NULL),
('5', 'specimen0000000000000005', 'Été', 'école', NULL, NULL, NULL, NULL, 'ete', NULL, NULL, NULL, NULL, NULL, '10', '10', '10.25', '10.01', NULL, 'true', '[{"type": "paragraph", "children": [{"text": "bk", "type": "text"}]}]', '2024-01-01 05:00:00', '2024-01-02 05:00:00', '2024-01-10 05:00:00', NULL, NULL, NULL),
('6', 'specimen0000000000000006', 'ÉTÉ', 'ÉCOLE', NULL, NULL, NULL, NULL, 'ete-2', NULL, NULL, NULL, NULL, NULL, '10', '9007199254740993', '0.30000000000000004', '99999999.99', NULL, '{}', NULL, '2024-01-01 06:00:00', '2024-01-02 06:00:00', '2024-01-10 06:00:00', NULL, NULL, NULL),
('7', 'specimen0000000000000007', '', '', NULL, NULL, NULL, NULL, 'empty', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2024-01-01 07:00:00', '2024-01-02 07:00:00', '2024-01-10 07:00:00', NULL, NULL, NULL),
('8', 'specimen0000000000000008', NULL, NULL, NULL, NULL, NULL, NULL, 'nulls', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2024-01-01 08:00:00', '2024-01-02 08:00:00', '2024-01-10 08:00:00', NULL, NULL, NULL),
('9', 'specimen0000000000000009', '  padded  ', 'null', NULL, NULL, NULL, NULL, 'padded', NULL, NULL, NULL, NULL, NULL, '5', NULL, NULL, NULL, NULL, NULL, NULL, '2024-01-01 09:00:00', '2024-01-02 09:00:00', '2024-01-10 09:00:00', NULL, NULL, NULL),
('10', 'specimen0000000000000010', 'true', '123', NULL, NULL, NULL, NULL, 'boolish', NULL, NULL, NULL, NULL, NULL, '1', NULL, NULL, NULL, NULL, NULL, NULL, '2024-01-01 10:00:00', '2024-01-02 10:00:00', '2024-01-10 10:00:00', NULL, NULL, NULL),
('11', 'specimen0000000000000011', 'O''Hara "q" \ back', 'emoji 😀 日本', NULL, NULL, NULL, NULL, 'quotes', NULL, NULL, NULL, NULL, NULL, '100', NULL, NULL, NULL, NULL, NULL, NULL, '2024-01-01 11:00:00', '2024-01-02 11:00:00', '2024-01-10 11:00:00', NULL, NULL, NULL),
('12', 'specimen0000000000000012', 'z,comma', 'x,y', NULL, NULL, NULL, NULL, 'comma', NULL, NULL, NULL, NULL, NULL, '7', NULL, NULL, NULL, NULL, NULL, NULL, '2024-01-01 12:00:00', '2024-01-02 12:00:00', '2024-01-10 12:00:00', NULL, NULL, NULL);
CREATE TABLE "strapi_api_token_permissions" ("id" integer, "document_id" character varying(255), "action" character varying(255), "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "strapi_api_token_permissions" VALUES
('1', 'apitokenpermis0000000001', 'api::article.article.find', '2026-11-27 11:48:38.371', '2026-11-27 11:48:38.371', '2026-11-27 11:48:38.371', NULL, NULL, NULL),
('2', 'apitokenpermis0000000002', 'api::article.article.findOne', '2026-11-27 11:48:38.374', '2026-11-27 11:48:38.374', '2026-11-27 11:48:38.374', NULL, NULL, NULL),
('3', 'apitokenpermis0000000003', 'api::article.article.create', '2026-11-27 11:48:38.38', '2026-11-27 11:48:38.38', '2026-11-27 11:48:38.38', NULL, NULL, NULL),
('4', 'apitokenpermis0000000004', 'api::category.category.find', '2026-11-27 11:48:38.382', '2026-11-27 11:48:38.382', '2026-11-27 11:48:38.382', NULL, NULL, NULL);
CREATE TABLE "strapi_api_token_permissions_token_lnk" ("id" integer, "api_token_permission_id" integer, "api_token_id" integer, "api_token_permission_ord" double precision);
INSERT INTO "strapi_api_token_permissions_token_lnk" VALUES
('1', '1', '5', '1'),
('2', '2', '5', '2'),
('3', '3', '5', '3'),
('4', '4', '5', '4');
CREATE TABLE "strapi_api_tokens" ("id" integer, "document_id" character varying(255), "name" character varying(255), "description" character varying(255), "kind" character varying(255), "type" character varying(255), "access_key" character varying(255), "encrypted_key" text, "last_used_at" timestamp(6) without time zone, "expires_at" timestamp(6) without time zone, "lifespan" bigint, "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "strapi_api_tokens" VALUES
('1', 'm7pmpimfemng6qk8j1xgyssh', 'Read Only', 'A default API token with read-only permissions, only used for accessing resources', 'content-api', 'read-only', '9d63dff07ee003d21738cb9366d1581457f9cae25eab380dee855919a42ac63da01b67dad6b3f76fe172fcc49e28183b0e2259a481b7cbca9f96027cffad435c', 'v1:95e749ea398ee8a7c4b7fa87c46f905e:f66a99c74d898c5f42992983c44f249d1f9830ae2cf3da16ba81221ce569513ca178831627e070b4cbf930395915d31a3ee296444372194b8415faa6c602e0de22bd446eb435410dfd5da0e90728457fb771c9048a3f2aa3b204f9b18370a313ba0c165543d5f1de3136ce7ecd99abf501e4e4a5a09956f5b88b1b3923b5932b6968212dcf37843ee9c5619d86619270452d03d8866eae36bb23d685ea15d596324cf079ea0536af6a92d4f8c962cde17b4e30d5bcd1902dce0fba9af76fcdc083932fc38c52a7ee1167affc703d0d84c682ba2ac247176b2df9ca04a06cba92a3c7f96ab3976cbe8d14673d5354e7568c0f459917d652a342528d3b454aaf50:0d73c91e44595d637b0e609c13a574b5', NULL, NULL, NULL, '2026-11-27 11:48:36.425', '2026-11-27 11:48:36.425', '2026-11-27 11:48:36.425', NULL, NULL, NULL),
('2', 'ne6xdyue8sdw7axu5zgj3xm4', 'Full Access', 'A default API token with full access permissions, used for accessing or modifying resources', 'content-api', 'full-access', '6b0c98c3c817bb5f9c3359bde5d51a95c2785dfddcc5de23544139848a92701970e3cd886afaf4419f10c21f5d626d16104f2cf7f2137399e8dabe42c34a6039', 'v1:2e424ab7b4eb5960c7012a9ee12bbccf:6f13515cbcd097b99ce9e1c7fa7c17058610e19b279b5c5ca96d7c941a2b69b92391eb429465f852358e3804b9630e821493bdf629a26bebcb5f3b1c8249d3afde380add82add189e9a7c367acb130038595eb37b0782ded80b1b9057da0092b577ab17702610cae5505e5a6bf0d666ed1d64f86d528a063e961befff553902e3f29e0d53984ba5b51c1c225e1b1cb1ecfde9e1d554143b3498c5135e8565de34f4d152897c939ded7c87d4f28f7c9b79655f66a80342c77cff94cd9e275c8d970d388bbeaef7ab2b75112d9831a056427844105ba487fe2be7ea629754ef2507c7d442e63f14bbaadae7d5f95f4ae3992f6d269eeaf3f1d9dcf47fbe80f45a9:2c67be9413bc4cc926a23752ec2dcb41', NULL, NULL, NULL, '2026-11-27 11:48:36.434', '2026-11-27 11:48:36.434', '2026-11-27 11:48:36.434', NULL, NULL, NULL),
('6', 'apitoken0000000000000004', 'expired', '', 'content-api', 'full-access', '6a47a7c371aa646343dbd2557c8f69e9fd3b68b0bdf39f9f64a404c66abccc319b18d5729de5980638ae36db4367a607b78d8ccf8762b6a1b993167eaf6b988c', NULL, NULL, '2020-01-01 00:00:00', '86400000', '2026-11-27 11:48:38.387', '2026-11-27 11:48:38.387', '2026-11-27 11:48:38.388', NULL, NULL, NULL),
('3', 'apitoken0000000000000001', 'full', '', 'content-api', 'full-access', '0b3b46667c45cf8bbd1b5bc101faead8cc7efbb5b55d985cbb78405053de6905db09ebe0293ec1db53fa245cd26967ef42a210fb57157e54385458dae299e5d4', NULL, '2026-11-27 11:49:38.591', NULL, NULL, '2026-11-27 11:48:38.362', '2026-11-27 11:49:38.591', '2026-11-27 11:48:38.362', NULL, NULL, NULL),
('5', 'apitoken0000000000000003', 'custom', '', 'content-api', 'custom', '0c7a464f5de377da46f18e723796d507de01b6d2e12cf4b982b8a37f35fd460aa9c3c9f259cd7ae3272c700afdda329ccdd032450f39c3220f992e2ee610bcf9', NULL, '2026-11-27 11:49:40.807', NULL, NULL, '2026-11-27 11:48:38.369', '2026-11-27 11:49:40.807', '2026-11-27 11:48:38.369', NULL, NULL, NULL),
('4', 'apitoken0000000000000002', 'read', '', 'content-api', 'read-only', 'aab4bf3246c232b8b1bd740600099abc6ec5235e74271c31518ab50362901998f5f5778e991a8c3d35eb72af2eb66ced77c7ee5e89115bf5e7c5b16a75d08bd6', NULL, '2026-11-27 11:49:42.808', NULL, NULL, '2026-11-27 11:48:38.367', '2026-11-27 11:49:42.808', '2026-11-27 11:48:38.367', NULL, NULL, NULL);
CREATE TABLE "strapi_api_tokens_admin_user_owner_lnk" ("id" integer, "api_token_id" integer, "user_id" integer, "api_token_ord" double precision);
CREATE TABLE "strapi_core_store_settings" ("id" integer, "key" character varying(255), "value" text, "type" character varying(255), "environment" character varying(255), "tag" character varying(255));
INSERT INTO "strapi_core_store_settings" VALUES
('2', 'strapi_content_types_schema', '{"plugin::upload.file":{"collectionName":"files","info":{"singularName":"file","pluralName":"files","displayName":"File","description":""},"options":{"draftAndPublish":false},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","configurable":false,"required":true},"alternativeText":{"type":"text","configurable":false},"caption":{"type":"text","configurable":false},"focalPoint":{"type":"json","configurable":false},"width":{"type":"integer","configurable":false},"height":{"type":"integer","configurable":false},"formats":{"type":"json","configurable":false},"hash":{"type":"string","configurable":false,"required":true},"ext":{"type":"string","configurable":false},"mime":{"type":"string","configurable":false,"required":true},"size":{"type":"decimal","configurable":false,"required":true},"url":{"type":"text","configurable":false,"required":true},"previewUrl":{"type":"text","configurable":false},"provider":{"type":"string","configurable":false,"required":true},"provider_metadata":{"type":"json","configurable":false},"related":{"type":"relation","relation":"morphToMany","configurable":false},"folder":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"files","private":true},"folderPath":{"type":"string","minLength":1,"required":true,"private":true,"searchable":false},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"plugin::upload.file","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"files"}}},"indexes":[{"name":"upload_files_folder_path_index","columns":["folder_path"],"type":null},{"name":"upload_files_created_at_index","columns":["created_at"],"type":null},{"name":"upload_files_updated_at_index","columns":["updated_at"],"type":null},{"name":"upload_files_name_index","columns":["name"],"type":null},{"name":"upload_files_size_index","columns":["size"],"type":null},{"name":"upload_files_ext_index","columns":["ext"],"type":null}],"plugin":"upload","globalId":"UploadFile","uid":"plugin::upload.file","modelType":"contentType","kind":"collectionType","__schema__":{"collectionName":"files","info":{"singularName":"file","pluralName":"files","displayName":"File","description":""},"options":{},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","configurable":false,"required":true},"alternativeText":{"type":"text","configurable":false},"caption":{"type":"text","configurable":false},"focalPoint":{"type":"json","configurable":false},"width":{"type":"integer","configurable":false},"height":{"type":"integer","configurable":false},"formats":{"type":"json","configurable":false},"hash":{"type":"string","configurable":false,"required":true},"ext":{"type":"string","configurable":false},"mime":{"type":"string","configurable":false,"required":true},"size":{"type":"decimal","configurable":false,"required":true},"url":{"type":"text","configurable":false,"required":true},"previewUrl":{"type":"text","configurable":false},"provider":{"type":"string","configurable":false,"required":true},"provider_metadata":{"type":"json","configurable":false},"related":{"type":"relation","relation":"morphToMany","configurable":false},"folder":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"files","private":true},"folderPath":{"type":"string","minLength":1,"required":true,"private":true,"searchable":false}},"indexes":[{"name":"upload_files_folder_path_index","columns":["folder_path"],"type":null},{"name":"upload_files_created_at_index","columns":["created_at"],"type":null},{"name":"upload_files_updated_at_index","columns":["updated_at"],"type":null},{"name":"upload_files_name_index","columns":["name"],"type":null},{"name":"upload_files_size_index","columns":["size"],"type":null},{"name":"upload_files_ext_index","columns":["ext"],"type":null}],"kind":"collectionType"},"modelName":"file"},"plugin::upload.folder":{"collectionName":"upload_folders","info":{"singularName":"folder","pluralName":"folders","displayName":"Folder"},"options":{"draftAndPublish":false},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","minLength":1,"required":true},"pathId":{"type":"integer","unique":true,"required":true},"parent":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"plugin::upload.folder","mappedBy":"parent"},"files":{"type":"relation","relation":"oneToMany","target":"plugin::upload.file","mappedBy":"folder"},"path":{"type":"string","minLength":1,"required":true},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"plugin::upload.folder","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"upload_folders"}}},"indexes":[{"name":"upload_folders_path_id_index","columns":["path_id"],"type":"unique"},{"name":"upload_folders_path_index","columns":["path"],"type":"unique"}],"plugin":"upload","globalId":"UploadFolder","uid":"plugin::upload.folder","modelType":"contentType","kind":"collectionType","__schema__":{"collectionName":"upload_folders","info":{"singularName":"folder","pluralName":"folders","displayName":"Folder"},"options":{},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","minLength":1,"required":true},"pathId":{"type":"integer","unique":true,"required":true},"parent":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"plugin::upload.folder","mappedBy":"parent"},"files":{"type":"relation","relation":"oneToMany","target":"plugin::upload.file","mappedBy":"folder"},"path":{"type":"string","minLength":1,"required":true}},"indexes":[{"name":"upload_folders_path_id_index","columns":["path_id"],"type":"unique"},{"name":"upload_folders_path_index","columns":["path"],"type":"unique"}],"kind":"collectionType"},"modelName":"folder"},"plugin::i18n.locale":{"info":{"singularName":"locale","pluralName":"locales","collectionName":"locales","displayName":"Locale","description":""},"options":{"draftAndPublish":false},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","min":1,"max":50,"configurable":false},"code":{"type":"string","unique":true,"configurable":false},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"plugin::i18n.locale","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"i18n_locale"}}},"plugin":"i18n","collectionName":"i18n_locale","globalId":"I18NLocale","uid":"plugin::i18n.locale","modelType":"contentType","kind":"collectionType","__schema__":{"collectionName":"i18n_locale","info":{"singularName":"locale","pluralName":"locales","collectionName":"locales","displayName":"Locale","description":""},"options":{},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","min":1,"max":50,"configurable":false},"code":{"type":"string","unique":true,"configurable":false}},"kind":"collectionType"},"modelName":"locale"},"plugin::users-permissions.permission":{"collectionName":"up_permissions","info":{"name":"permission","description":"","singularName":"permission","pluralName":"permissions","displayName":"Permission"},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"action":{"type":"string","required":true,"configurable":false},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"permissions","configurable":false},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.permission","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"up_permissions"}}},"plugin":"users-permissions","globalId":"UsersPermissionsPermission","uid":"plugin::users-permissions.permission","modelType":"contentType","kind":"collectionType","__schema__":{"collectionName":"up_permissions","info":{"name":"permission","description":"","singularName":"permission","pluralName":"permissions","displayName":"Permission"},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"action":{"type":"string","required":true,"configurable":false},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"permissions","configurable":false}},"kind":"collectionType"},"modelName":"permission","options":{"draftAndPublish":false}},"plugin::users-permissions.role":{"collectionName":"up_roles","info":{"name":"role","description":"","singularName":"role","pluralName":"roles","displayName":"Role"},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","minLength":3,"required":true,"configurable":false},"description":{"type":"string","configurable":false},"type":{"type":"string","unique":true,"configurable":false},"permissions":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.permission","mappedBy":"role","configurable":false},"users":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.user","mappedBy":"role","configurable":false},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.role","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"up_roles"}}},"plugin":"users-permissions","globalId":"UsersPermissionsRole","uid":"plugin::users-permissions.role","modelType":"contentType","kind":"collectionType","__schema__":{"collectionName":"up_roles","info":{"name":"role","description":"","singularName":"role","pluralName":"roles","displayName":"Role"},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","minLength":3,"required":true,"configurable":false},"description":{"type":"string","configurable":false},"type":{"type":"string","unique":true,"configurable":false},"permissions":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.permission","mappedBy":"role","configurable":false},"users":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.user","mappedBy":"role","configurable":false}},"kind":"collectionType"},"modelName":"role","options":{"draftAndPublish":false}},"plugin::users-permissions.user":{"collectionName":"up_users","info":{"name":"user","description":"","singularName":"user","pluralName":"users","displayName":"User"},"options":{"timestamps":true,"draftAndPublish":false},"attributes":{"username":{"type":"string","minLength":3,"unique":true,"configurable":false,"required":true},"email":{"type":"email","minLength":6,"configurable":false,"required":true},"provider":{"type":"string","configurable":false},"password":{"type":"password","minLength":6,"configurable":false,"private":true,"searchable":false},"resetPasswordToken":{"type":"string","configurable":false,"private":true,"searchable":false},"confirmationToken":{"type":"string","configurable":false,"private":true,"searchable":false},"confirmed":{"type":"boolean","default":false,"configurable":false},"blocked":{"type":"boolean","default":false,"configurable":false},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"users","configurable":false},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.user","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"up_users"}}},"config":{"attributes":{"resetPasswordToken":{"hidden":true},"confirmationToken":{"hidden":true},"provider":{"hidden":true}}},"plugin":"users-permissions","globalId":"UsersPermissionsUser","uid":"plugin::users-permissions.user","modelType":"contentType","kind":"collectionType","__schema__":{"collectionName":"up_users","info":{"name":"user","description":"","singularName":"user","pluralName":"users","displayName":"User"},"options":{"timestamps":true},"attributes":{"username":{"type":"string","minLength":3,"unique":true,"configurable":false,"required":true},"email":{"type":"email","minLength":6,"configurable":false,"required":true},"provider":{"type":"string","configurable":false},"password":{"type":"password","minLength":6,"configurable":false,"private":true,"searchable":false},"resetPasswordToken":{"type":"string","configurable":false,"private":true,"searchable":false},"confirmationToken":{"type":"string","configurable":false,"private":true,"searchable":false},"confirmed":{"type":"boolean","default":false,"configurable":false},"blocked":{"type":"boolean","default":false,"configurable":false},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"users","configurable":false}},"kind":"collectionType"},"modelName":"user"},"api::article.article":{"kind":"collectionType","collectionName":"articles","info":{"singularName":"article","pluralName":"articles","displayName":"Article","description":""},"options":{"draftAndPublish":true},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"title":{"type":"string","required":true,"minLength":3,"maxLength":60,"pluginOptions":{"i18n":{"localized":true}}},"slug":{"type":"uid","targetField":"title"},"code":{"type":"string","unique":true,"regex":"^[A-Z]{2}-[0-9]+$"},"summary":{"type":"text","maxLength":200,"pluginOptions":{"i18n":{"localized":true}}},"body":{"type":"richtext","pluginOptions":{"i18n":{"localized":true}}},"kind":{"type":"enumeration","enum":["news","opinion","review"],"default":"news"},"contactEmail":{"type":"email"},"secret":{"type":"password","minLength":6},"internalNote":{"type":"string","private":true},"publishDate":{"type":"date"},"publishTime":{"type":"time"},"eventAt":{"type":"datetime"},"stampedAt":{"type":"timestamp"},"rating":{"type":"integer","min":1,"max":10,"default":5},"views":{"type":"biginteger"},"score":{"type":"float","min":0,"max":1},"price":{"type":"decimal"},"featured":{"type":"boolean","default":false},"extra":{"type":"json"},"richBlocks":{"type":"blocks"},"cover":{"type":"media","multiple":false,"required":false,"allowedTypes":["images"]},"attachments":{"type":"media","multiple":true,"required":false,"allowedTypes":["images","files","videos","audios"]},"seo":{"type":"component","repeatable":false,"component":"shared.seo"},"links":{"type":"component","repeatable":true,"component":"shared.link","max":4},"zone":{"type":"dynamiczone","components":["blocks.quote","blocks.gallery"],"max":5},"category":{"type":"relation","relation":"manyToOne","target":"api::category.category","inversedBy":"articles"},"tags":{"type":"relation","relation":"manyToMany","target":"api::tag.tag","inversedBy":"articles"},"author":{"type":"relation","relation":"manyToOne","target":"api::author.author","inversedBy":"articles"},"detail":{"type":"relation","relation":"oneToOne","target":"api::detail.detail","inversedBy":"article"},"mainTag":{"type":"relation","relation":"oneToOne","target":"api::tag.tag"},"wayTags":{"type":"relation","relation":"oneToMany","target":"api::tag.tag"},"related":{"type":"relation","relation":"oneToMany","target":"api::article.article"},"memo":{"type":"relation","relation":"oneToOne","target":"api::memo.memo"},"owner":{"type":"relation","relation":"oneToOne","target":"plugin::users-permissions.user"},"place":{"type":"relation","relation":"manyToOne","target":"api::place.place","inversedBy":"articles"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":false,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::article.article","writable":false,"private":false,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"articles"}}},"apiName":"article","globalId":"Article","uid":"api::article.article","modelType":"contentType","__schema__":{"collectionName":"articles","info":{"singularName":"article","pluralName":"articles","displayName":"Article","description":""},"options":{"draftAndPublish":true},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"title":{"type":"string","required":true,"minLength":3,"maxLength":60,"pluginOptions":{"i18n":{"localized":true}}},"slug":{"type":"uid","targetField":"title"},"code":{"type":"string","unique":true,"regex":"^[A-Z]{2}-[0-9]+$"},"summary":{"type":"text","maxLength":200,"pluginOptions":{"i18n":{"localized":true}}},"body":{"type":"richtext","pluginOptions":{"i18n":{"localized":true}}},"kind":{"type":"enumeration","enum":["news","opinion","review"],"default":"news"},"contactEmail":{"type":"email"},"secret":{"type":"password","minLength":6},"internalNote":{"type":"string","private":true},"publishDate":{"type":"date"},"publishTime":{"type":"time"},"eventAt":{"type":"datetime"},"stampedAt":{"type":"timestamp"},"rating":{"type":"integer","min":1,"max":10,"default":5},"views":{"type":"biginteger"},"score":{"type":"float","min":0,"max":1},"price":{"type":"decimal"},"featured":{"type":"boolean","default":false},"extra":{"type":"json"},"richBlocks":{"type":"blocks"},"cover":{"type":"media","multiple":false,"required":false,"allowedTypes":["images"]},"attachments":{"type":"media","multiple":true,"required":false,"allowedTypes":["images","files","videos","audios"]},"seo":{"type":"component","repeatable":false,"component":"shared.seo"},"links":{"type":"component","repeatable":true,"component":"shared.link","max":4},"zone":{"type":"dynamiczone","components":["blocks.quote","blocks.gallery"],"max":5},"category":{"type":"relation","relation":"manyToOne","target":"api::category.category","inversedBy":"articles"},"tags":{"type":"relation","relation":"manyToMany","target":"api::tag.tag","inversedBy":"articles"},"author":{"type":"relation","relation":"manyToOne","target":"api::author.author","inversedBy":"articles"},"detail":{"type":"relation","relation":"oneToOne","target":"api::detail.detail","inversedBy":"article"},"mainTag":{"type":"relation","relation":"oneToOne","target":"api::tag.tag"},"wayTags":{"type":"relation","relation":"oneToMany","target":"api::tag.tag"},"related":{"type":"relation","relation":"oneToMany","target":"api::article.article"},"memo":{"type":"relation","relation":"oneToOne","target":"api::memo.memo"},"owner":{"type":"relation","relation":"oneToOne","target":"plugin::users-permissions.user"},"place":{"type":"relation","relation":"manyToOne","target":"api::place.place","inversedBy":"articles"}},"kind":"collectionType"},"modelName":"article","actions":{},"lifecycles":{}},"api::author.author":{"kind":"collectionType","collectionName":"authors","info":{"singularName":"author","pluralName":"authors","displayName":"Author","description":""},"options":{"draftAndPublish":true},"pluginOptions":{},"attributes":{"name":{"type":"string","required":true},"email":{"type":"email"},"country":{"type":"string"},"bio":{"type":"text"},"avatar":{"type":"media","multiple":false,"allowedTypes":["images"]},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"author"},"favorite":{"type":"relation","relation":"oneToOne","target":"api::article.article"},"mentor":{"type":"relation","relation":"manyToOne","target":"api::author.author","inversedBy":"pupils"},"pupils":{"type":"relation","relation":"oneToMany","target":"api::author.author","mappedBy":"mentor"},"topics":{"type":"relation","relation":"manyToMany","target":"api::tag.tag"},"home":{"type":"relation","relation":"oneToOne","target":"api::place.place"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::author.author","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"authors"}}},"apiName":"author","globalId":"Author","uid":"api::author.author","modelType":"contentType","__schema__":{"collectionName":"authors","info":{"singularName":"author","pluralName":"authors","displayName":"Author","description":""},"options":{"draftAndPublish":true},"pluginOptions":{},"attributes":{"name":{"type":"string","required":true},"email":{"type":"email"},"country":{"type":"string"},"bio":{"type":"text"},"avatar":{"type":"media","multiple":false,"allowedTypes":["images"]},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"author"},"favorite":{"type":"relation","relation":"oneToOne","target":"api::article.article"},"mentor":{"type":"relation","relation":"manyToOne","target":"api::author.author","inversedBy":"pupils"},"pupils":{"type":"relation","relation":"oneToMany","target":"api::author.author","mappedBy":"mentor"},"topics":{"type":"relation","relation":"manyToMany","target":"api::tag.tag"},"home":{"type":"relation","relation":"oneToOne","target":"api::place.place"}},"kind":"collectionType"},"modelName":"author","actions":{},"lifecycles":{}},"api::category.category":{"kind":"collectionType","collectionName":"categories","info":{"singularName":"category","pluralName":"categories","displayName":"Category","description":""},"options":{"draftAndPublish":false,"populateCreatorFields":true},"pluginOptions":{},"attributes":{"name":{"type":"string","required":true,"unique":true},"description":{"type":"text"},"rank":{"type":"integer"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"category"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":false},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":false},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::category.category","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"categories"}}},"apiName":"category","globalId":"Category","uid":"api::category.category","modelType":"contentType","__schema__":{"collectionName":"categories","info":{"singularName":"category","pluralName":"categories","displayName":"Category","description":""},"options":{"draftAndPublish":false,"populateCreatorFields":true},"pluginOptions":{},"attributes":{"name":{"type":"string","required":true,"unique":true},"description":{"type":"text"},"rank":{"type":"integer"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"category"}},"kind":"collectionType"},"modelName":"category","actions":{},"lifecycles":{}},"api::detail.detail":{"kind":"collectionType","collectionName":"details","info":{"singularName":"detail","pluralName":"details","displayName":"Detail","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"note":{"type":"string"},"mode":{"type":"enumeration","enum":["plain","loud"]},"reason":{"type":"string","required":true,"conditions":{"visible":{"==":[{"var":"mode"},"loud"]}}},"article":{"type":"relation","relation":"oneToOne","target":"api::article.article","mappedBy":"detail"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::detail.detail","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"details"}}},"apiName":"detail","globalId":"Detail","uid":"api::detail.detail","modelType":"contentType","__schema__":{"collectionName":"details","info":{"singularName":"detail","pluralName":"details","displayName":"Detail","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"note":{"type":"string"},"mode":{"type":"enumeration","enum":["plain","loud"]},"reason":{"type":"string","required":true,"conditions":{"visible":{"==":[{"var":"mode"},"loud"]}}},"article":{"type":"relation","relation":"oneToOne","target":"api::article.article","mappedBy":"detail"}},"kind":"collectionType"},"modelName":"detail","actions":{},"lifecycles":{}},"api::homepage.homepage":{"kind":"singleType","collectionName":"homepages","info":{"singularName":"homepage","pluralName":"homepages","displayName":"Homepage","description":""},"options":{"draftAndPublish":true},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"headline":{"type":"string","required":true,"pluginOptions":{"i18n":{"localized":true}}},"intro":{"type":"text","pluginOptions":{"i18n":{"localized":true}}},"seo":{"type":"component","repeatable":false,"component":"shared.seo","pluginOptions":{"i18n":{"localized":true}}},"featured":{"type":"relation","relation":"oneToMany","target":"api::article.article"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":false,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::homepage.homepage","writable":false,"private":false,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"homepages"}}},"apiName":"homepage","globalId":"Homepage","uid":"api::homepage.homepage","modelType":"contentType","__schema__":{"collectionName":"homepages","info":{"singularName":"homepage","pluralName":"homepages","displayName":"Homepage","description":""},"options":{"draftAndPublish":true},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"headline":{"type":"string","required":true,"pluginOptions":{"i18n":{"localized":true}}},"intro":{"type":"text","pluginOptions":{"i18n":{"localized":true}}},"seo":{"type":"component","repeatable":false,"component":"shared.seo","pluginOptions":{"i18n":{"localized":true}}},"featured":{"type":"relation","relation":"oneToMany","target":"api::article.article"}},"kind":"singleType"},"modelName":"homepage","actions":{},"lifecycles":{}},"api::memo.memo":{"kind":"collectionType","collectionName":"memos","info":{"singularName":"memo","pluralName":"memos","displayName":"Memo","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"text":{"type":"string"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::memo.memo","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"memos"}}},"apiName":"memo","globalId":"Memo","uid":"api::memo.memo","modelType":"contentType","__schema__":{"collectionName":"memos","info":{"singularName":"memo","pluralName":"memos","displayName":"Memo","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"text":{"type":"string"}},"kind":"collectionType"},"modelName":"memo","actions":{},"lifecycles":{}},"api::menu-item.menu-item":{"kind":"collectionType","collectionName":"menu_items","info":{"singularName":"menu-item","pluralName":"menu-items","displayName":"Menu item","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"label":{"type":"string","required":true},"url":{"type":"string"},"position":{"type":"integer"},"parent":{"type":"relation","relation":"manyToOne","target":"api::menu-item.menu-item","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"api::menu-item.menu-item","mappedBy":"parent"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::menu-item.menu-item","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"menu_items"}}},"apiName":"menu-item","globalId":"MenuItem","uid":"api::menu-item.menu-item","modelType":"contentType","__schema__":{"collectionName":"menu_items","info":{"singularName":"menu-item","pluralName":"menu-items","displayName":"Menu item","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"label":{"type":"string","required":true},"url":{"type":"string"},"position":{"type":"integer"},"parent":{"type":"relation","relation":"manyToOne","target":"api::menu-item.menu-item","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"api::menu-item.menu-item","mappedBy":"parent"}},"kind":"collectionType"},"modelName":"menu-item","actions":{},"lifecycles":{}},"api::note.note":{"kind":"collectionType","collectionName":"notes","info":{"singularName":"note","pluralName":"notes","displayName":"Note","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"text":{"type":"string"},"subject":{"type":"relation","relation":"morphToOne"},"subjects":{"type":"relation","relation":"morphToMany"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::note.note","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"notes"}}},"apiName":"note","globalId":"Note","uid":"api::note.note","modelType":"contentType","__schema__":{"collectionName":"notes","info":{"singularName":"note","pluralName":"notes","displayName":"Note","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"text":{"type":"string"},"subject":{"type":"relation","relation":"morphToOne"},"subjects":{"type":"relation","relation":"morphToMany"}},"kind":"collectionType"},"modelName":"note","actions":{},"lifecycles":{}},"api::place.place":{"kind":"collectionType","collectionName":"places","info":{"singularName":"place","pluralName":"places","displayName":"Place","description":""},"options":{"draftAndPublish":false},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"name":{"type":"string","required":true,"pluginOptions":{"i18n":{"localized":true}}},"zip":{"type":"string"},"topic":{"type":"relation","relation":"oneToOne","target":"api::tag.tag","required":true},"star":{"type":"relation","relation":"oneToOne","target":"api::article.article"},"people":{"type":"relation","relation":"oneToMany","target":"api::author.author"},"twin":{"type":"relation","relation":"oneToOne","target":"api::place.place"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"place"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":false,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::place.place","writable":false,"private":false,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"places"}}},"apiName":"place","globalId":"Place","uid":"api::place.place","modelType":"contentType","__schema__":{"collectionName":"places","info":{"singularName":"place","pluralName":"places","displayName":"Place","description":""},"options":{"draftAndPublish":false},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"name":{"type":"string","required":true,"pluginOptions":{"i18n":{"localized":true}}},"zip":{"type":"string"},"topic":{"type":"relation","relation":"oneToOne","target":"api::tag.tag","required":true},"star":{"type":"relation","relation":"oneToOne","target":"api::article.article"},"people":{"type":"relation","relation":"oneToMany","target":"api::author.author"},"twin":{"type":"relation","relation":"oneToOne","target":"api::place.place"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"place"}},"kind":"collectionType"},"modelName":"place","actions":{},"lifecycles":{}},"api::setting.setting":{"kind":"singleType","collectionName":"settings","info":{"singularName":"setting","pluralName":"settings","displayName":"Setting","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"siteName":{"type":"string"},"maintenance":{"type":"boolean","default":false},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::setting.setting","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"settings"}}},"apiName":"setting","globalId":"Setting","uid":"api::setting.setting","modelType":"contentType","__schema__":{"collectionName":"settings","info":{"singularName":"setting","pluralName":"settings","displayName":"Setting","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"siteName":{"type":"string"},"maintenance":{"type":"boolean","default":false}},"kind":"singleType"},"modelName":"setting","actions":{},"lifecycles":{}},"api::specimen.specimen":{"kind":"collectionType","collectionName":"specimens","info":{"singularName":"specimen","pluralName":"specimens","displayName":"Specimen","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"str":{"type":"string"},"txt":{"type":"text"},"rich":{"type":"richtext"},"enm":{"type":"enumeration","enum":["alpha","beta","gamma"]},"mail":{"type":"email"},"pass":{"type":"password"},"uid":{"type":"uid"},"priv":{"type":"string","private":true},"day":{"type":"date"},"tod":{"type":"time"},"at":{"type":"datetime"},"stamp":{"type":"timestamp"},"int":{"type":"integer"},"big":{"type":"biginteger"},"flt":{"type":"float"},"dec":{"type":"decimal"},"flag":{"type":"boolean"},"obj":{"type":"json"},"blk":{"type":"blocks"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::specimen.specimen","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"specimens"}}},"apiName":"specimen","globalId":"Specimen","uid":"api::specimen.specimen","modelType":"contentType","__schema__":{"collectionName":"specimens","info":{"singularName":"specimen","pluralName":"specimens","displayName":"Specimen","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"str":{"type":"string"},"txt":{"type":"text"},"rich":{"type":"richtext"},"enm":{"type":"enumeration","enum":["alpha","beta","gamma"]},"mail":{"type":"email"},"pass":{"type":"password"},"uid":{"type":"uid"},"priv":{"type":"string","private":true},"day":{"type":"date"},"tod":{"type":"time"},"at":{"type":"datetime"},"stamp":{"type":"timestamp"},"int":{"type":"integer"},"big":{"type":"biginteger"},"flt":{"type":"float"},"dec":{"type":"decimal"},"flag":{"type":"boolean"},"obj":{"type":"json"},"blk":{"type":"blocks"}},"kind":"collectionType"},"modelName":"specimen","actions":{},"lifecycles":{}},"api::tag.tag":{"kind":"collectionType","collectionName":"tags","info":{"singularName":"tag","pluralName":"tags","displayName":"Tag","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"name":{"type":"string","required":true},"color":{"type":"string"},"weight":{"type":"integer"},"articles":{"type":"relation","relation":"manyToMany","target":"api::article.article","mappedBy":"tags"},"sibling":{"type":"relation","relation":"oneToOne","target":"api::tag.tag"},"hero":{"type":"relation","relation":"oneToOne","target":"api::article.article"},"patrons":{"type":"relation","relation":"oneToMany","target":"api::author.author"},"home":{"type":"relation","relation":"oneToOne","target":"api::place.place"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::tag.tag","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"tags"}}},"apiName":"tag","globalId":"Tag","uid":"api::tag.tag","modelType":"contentType","__schema__":{"collectionName":"tags","info":{"singularName":"tag","pluralName":"tags","displayName":"Tag","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"name":{"type":"string","required":true},"color":{"type":"string"},"weight":{"type":"integer"},"articles":{"type":"relation","relation":"manyToMany","target":"api::article.article","mappedBy":"tags"},"sibling":{"type":"relation","relation":"oneToOne","target":"api::tag.tag"},"hero":{"type":"relation","relation":"oneToOne","target":"api::article.article"},"patrons":{"type":"relation","relation":"oneToMany","target":"api::author.author"},"home":{"type":"relation","relation":"oneToOne","target":"api::place.place"}},"kind":"collectionType"},"modelName":"tag","actions":{},"lifecycles":{}}}', 'object', NULL, NULL),
('40', 'plugin_i18n_default_locale', '"en"', 'string', NULL, NULL),
('43', 'plugin_users-permissions_advanced', '{"unique_email":true,"allow_register":true,"email_confirmation":false,"email_reset_password":null,"email_confirmation_redirection":null,"default_role":"authenticated"}', 'object', NULL, NULL);
CREATE TABLE "strapi_database_schema" ("id" integer, "schema" json, "time" timestamp without time zone, "hash" character varying(255));
INSERT INTO "strapi_database_schema" VALUES
('1', '{}', '2026-11-27 11:48:28.958', 'c3f472f1071646a00bdfab28977e19d3c0d1919d7c765bf4850e1e2058d6d903');
CREATE TABLE "tags" ("id" integer, "document_id" character varying(255), "name" character varying(255), "color" character varying(255), "weight" integer, "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "tags" VALUES
('4', 'tag000000000000000000004', 'sql', NULL, '1', '2024-01-01 04:00:00', '2024-01-02 04:00:00', '2024-01-10 04:00:00', NULL, NULL, NULL),
('5', 'tag000000000000000000005', 'graphql', 'red', '3', '2024-01-01 05:00:00', '2024-01-02 05:00:00', '2024-01-10 05:00:00', NULL, NULL, NULL),
('6', 'tag000000000000000000006', 'rest', 'green', '0', '2024-01-01 06:00:00', '2024-01-02 06:00:00', '2024-01-10 06:00:00', NULL, NULL, NULL),
('7', 'tag000000000000000000007', 'testing', 'blue', '2', '2024-01-01 07:00:00', '2024-01-02 07:00:00', '2024-01-10 07:00:00', NULL, NULL, NULL),
('8', 'tag000000000000000000008', 'ops', NULL, '4', '2024-01-01 08:00:00', '2024-01-02 08:00:00', '2024-01-10 08:00:00', NULL, NULL, NULL),
('9', 'tag000000000000000000009', 'design', 'red', '1', '2024-01-01 09:00:00', '2024-01-02 09:00:00', '2024-01-10 09:00:00', NULL, NULL, NULL),
('10', 'tag000000000000000000010', 'speed', 'green', '3', '2024-01-01 10:00:00', '2024-01-02 10:00:00', '2024-01-10 10:00:00', NULL, NULL, NULL),
('11', 'tag000000000000000000011', 'Élan', 'blue', '0', '2024-01-01 11:00:00', '2024-01-02 11:00:00', '2024-01-10 11:00:00', NULL, NULL, NULL),
('12', 'tag000000000000000000012', 'ZULU', NULL, '2', '2024-01-01 12:00:00', '2024-01-02 12:00:00', '2024-01-10 12:00:00', NULL, NULL, NULL),
('1', 'tag000000000000000000001', 'javascript', 'red', '0', '2024-01-01 01:00:00', '2024-01-02 01:00:00', '2024-01-10 01:00:00', NULL, NULL, NULL),
('2', 'tag000000000000000000002', 'typescript', 'green', '2', '2024-01-01 02:00:00', '2024-01-02 02:00:00', '2024-01-10 02:00:00', NULL, NULL, NULL),
('3', 'tag000000000000000000003', 'node', 'blue', '4', '2024-01-01 03:00:00', '2024-01-02 03:00:00', '2024-01-10 03:00:00', NULL, NULL, NULL);
CREATE TABLE "tags_hero_lnk" ("id" integer, "tag_id" integer, "article_id" integer);
INSERT INTO "tags_hero_lnk" VALUES
('1', '1', '1'),
('2', '1', '23'),
('3', '2', '14'),
('4', '3', '10'),
('5', '3', '11');
CREATE TABLE "tags_home_lnk" ("id" integer, "tag_id" integer, "place_id" integer);
INSERT INTO "tags_home_lnk" VALUES
('1', '1', '1');
CREATE TABLE "tags_patrons_lnk" ("id" integer, "tag_id" integer, "author_id" integer, "author_ord" double precision);
INSERT INTO "tags_patrons_lnk" VALUES
('1', '1', '1', '1'),
('3', '1', '5', '3'),
('4', '1', '6', '4'),
('5', '1', '7', '5'),
('2', '1', '8', '2');
CREATE TABLE "tags_sibling_lnk" ("id" integer, "tag_id" integer, "inv_tag_id" integer);
INSERT INTO "tags_sibling_lnk" VALUES
('1', '1', '2');
CREATE TABLE "up_permissions" ("id" integer, "document_id" character varying(255), "action" character varying(255), "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "up_permissions" VALUES
('1', 'permissionz0000000000001', 'plugin::users-permissions.auth.logout', '2026-11-27 11:48:33.553', '2026-11-27 11:48:33.553', '2026-11-27 11:48:33.554', NULL, NULL, NULL),
('2', 'permissionz0000000000002', 'plugin::users-permissions.user.me', '2026-11-27 11:48:33.553', '2026-11-27 11:48:33.553', '2026-11-27 11:48:33.554', NULL, NULL, NULL),
('3', 'permissionz0000000000003', 'plugin::users-permissions.auth.revokeSession', '2026-11-27 11:48:33.553', '2026-11-27 11:48:33.553', '2026-11-27 11:48:33.554', NULL, NULL, NULL),
('4', 'permissionz0000000000004', 'plugin::users-permissions.auth.getSessions', '2026-11-27 11:48:33.553', '2026-11-27 11:48:33.553', '2026-11-27 11:48:33.554', NULL, NULL, NULL),
('5', 'permissionz0000000000005', 'plugin::users-permissions.auth.changePassword', '2026-11-27 11:48:33.553', '2026-11-27 11:48:33.553', '2026-11-27 11:48:33.554', NULL, NULL, NULL),
('6', 'permissionz0000000000006', 'plugin::users-permissions.auth.callback', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.651', NULL, NULL, NULL),
('7', 'permissionz0000000000007', 'plugin::users-permissions.auth.connect', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.651', NULL, NULL, NULL),
('8', 'permissionz0000000000008', 'plugin::users-permissions.auth.forgotPassword', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.651', NULL, NULL, NULL),
('9', 'permissionz0000000000009', 'plugin::users-permissions.auth.register', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.651', NULL, NULL, NULL),
('10', 'permissionz0000000000010', 'plugin::users-permissions.auth.emailConfirmation', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.652', NULL, NULL, NULL),
('11', 'permissionz0000000000011', 'plugin::users-permissions.auth.sendEmailConfirmation', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.652', NULL, NULL, NULL),
('12', 'permissionz0000000000012', 'plugin::users-permissions.auth.resetPassword', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.651', NULL, NULL, NULL),
('13', 'permissionz0000000000013', 'plugin::users-permissions.auth.refresh', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.651', '2026-11-27 11:48:33.652', NULL, NULL, NULL),
('14', 'permission00000000000001', 'api::article.article.find', '2026-11-27 11:48:37.106', '2026-11-27 11:48:37.106', '2026-11-27 11:48:37.106', NULL, NULL, NULL),
('15', 'permission00000000000002', 'api::article.article.findOne', '2026-11-27 11:48:37.117', '2026-11-27 11:48:37.117', '2026-11-27 11:48:37.117', NULL, NULL, NULL),
('16', 'permission00000000000003', 'api::place.place.find', '2026-11-27 11:48:37.127', '2026-11-27 11:48:37.127', '2026-11-27 11:48:37.127', NULL, NULL, NULL),
('17', 'permission00000000000004', 'api::place.place.findOne', '2026-11-27 11:48:37.133', '2026-11-27 11:48:37.133', '2026-11-27 11:48:37.133', NULL, NULL, NULL),
('18', 'permission00000000000005', 'api::category.category.find', '2026-11-27 11:48:37.14', '2026-11-27 11:48:37.14', '2026-11-27 11:48:37.14', NULL, NULL, NULL),
('19', 'permission00000000000006', 'api::category.category.findOne', '2026-11-27 11:48:37.152', '2026-11-27 11:48:37.152', '2026-11-27 11:48:37.152', NULL, NULL, NULL),
('20', 'permission00000000000007', 'api::tag.tag.find', '2026-11-27 11:48:37.164', '2026-11-27 11:48:37.164', '2026-11-27 11:48:37.164', NULL, NULL, NULL),
('21', 'permission00000000000008', 'api::tag.tag.findOne', '2026-11-27 11:48:37.178', '2026-11-27 11:48:37.178', '2026-11-27 11:48:37.178', NULL, NULL, NULL),
('22', 'permission00000000000009', 'api::author.author.find', '2026-11-27 11:48:37.186', '2026-11-27 11:48:37.186', '2026-11-27 11:48:37.186', NULL, NULL, NULL),
('23', 'permission00000000000010', 'api::author.author.findOne', '2026-11-27 11:48:37.192', '2026-11-27 11:48:37.192', '2026-11-27 11:48:37.192', NULL, NULL, NULL),
('24', 'permission00000000000011', 'api::detail.detail.find', '2026-11-27 11:48:37.2', '2026-11-27 11:48:37.2', '2026-11-27 11:48:37.2', NULL, NULL, NULL),
('25', 'permission00000000000012', 'api::detail.detail.findOne', '2026-11-27 11:48:37.216', '2026-11-27 11:48:37.216', '2026-11-27 11:48:37.216', NULL, NULL, NULL),
('26', 'permission00000000000013', 'api::menu-item.menu-item.find', '2026-11-27 11:48:37.222', '2026-11-27 11:48:37.222', '2026-11-27 11:48:37.222', NULL, NULL, NULL),
('27', 'permission00000000000014', 'api::menu-item.menu-item.findOne', '2026-11-27 11:48:37.228', '2026-11-27 11:48:37.228', '2026-11-27 11:48:37.228', NULL, NULL, NULL),
('28', 'permission00000000000015', 'api::specimen.specimen.find', '2026-11-27 11:48:37.238', '2026-11-27 11:48:37.238', '2026-11-27 11:48:37.238', NULL, NULL, NULL),
('29', 'permission00000000000016', 'api::specimen.specimen.findOne', '2026-11-27 11:48:37.247', '2026-11-27 11:48:37.247', '2026-11-27 11:48:37.247', NULL, NULL, NULL),
('30', 'permission00000000000017', 'api::note.note.find', '2026-11-27 11:48:37.259', '2026-11-27 11:48:37.259', '2026-11-27 11:48:37.259', NULL, NULL, NULL),
('31', 'permission00000000000018', 'api::note.note.findOne', '2026-11-27 11:48:37.271', '2026-11-27 11:48:37.271', '2026-11-27 11:48:37.271', NULL, NULL, NULL),
('32', 'permission00000000000019', 'api::homepage.homepage.find', '2026-11-27 11:48:37.283', '2026-11-27 11:48:37.283', '2026-11-27 11:48:37.283', NULL, NULL, NULL),
('33', 'permission00000000000020', 'api::setting.setting.find', '2026-11-27 11:48:37.303', '2026-11-27 11:48:37.303', '2026-11-27 11:48:37.303', NULL, NULL, NULL),
('34', 'permission00000000000021', 'api::article.article.find', '2026-11-27 11:48:37.309', '2026-11-27 11:48:37.309', '2026-11-27 11:48:37.309', NULL, NULL, NULL),
('35', 'permission00000000000022', 'api::article.article.findOne', '2026-11-27 11:48:37.317', '2026-11-27 11:48:37.317', '2026-11-27 11:48:37.317', NULL, NULL, NULL),
('36', 'permission00000000000023', 'api::article.article.create', '2026-11-27 11:48:37.322', '2026-11-27 11:48:37.322', '2026-11-27 11:48:37.322', NULL, NULL, NULL),
('37', 'permission00000000000024', 'api::article.article.update', '2026-11-27 11:48:37.332', '2026-11-27 11:48:37.332', '2026-11-27 11:48:37.332', NULL, NULL, NULL),
('38', 'permission00000000000025', 'api::article.article.delete', '2026-11-27 11:48:37.337', '2026-11-27 11:48:37.337', '2026-11-27 11:48:37.337', NULL, NULL, NULL),
('39', 'permission00000000000026', 'api::place.place.find', '2026-11-27 11:48:37.342', '2026-11-27 11:48:37.342', '2026-11-27 11:48:37.343', NULL, NULL, NULL),
('40', 'permission00000000000027', 'api::place.place.findOne', '2026-11-27 11:48:37.35', '2026-11-27 11:48:37.35', '2026-11-27 11:48:37.35', NULL, NULL, NULL),
('41', 'permission00000000000028', 'api::place.place.create', '2026-11-27 11:48:37.353', '2026-11-27 11:48:37.353', '2026-11-27 11:48:37.353', NULL, NULL, NULL),
('42', 'permission00000000000029', 'api::place.place.update', '2026-11-27 11:48:37.359', '2026-11-27 11:48:37.359', '2026-11-27 11:48:37.359', NULL, NULL, NULL),
('43', 'permission00000000000030', 'api::place.place.delete', '2026-11-27 11:48:37.365', '2026-11-27 11:48:37.365', '2026-11-27 11:48:37.365', NULL, NULL, NULL),
('44', 'permission00000000000031', 'api::category.category.find', '2026-11-27 11:48:37.37', '2026-11-27 11:48:37.37', '2026-11-27 11:48:37.37', NULL, NULL, NULL),
('45', 'permission00000000000032', 'api::category.category.findOne', '2026-11-27 11:48:37.376', '2026-11-27 11:48:37.376', '2026-11-27 11:48:37.376', NULL, NULL, NULL),
('46', 'permission00000000000033', 'api::category.category.create', '2026-11-27 11:48:37.379', '2026-11-27 11:48:37.379', '2026-11-27 11:48:37.38', NULL, NULL, NULL),
('47', 'permission00000000000034', 'api::category.category.update', '2026-11-27 11:48:37.389', '2026-11-27 11:48:37.389', '2026-11-27 11:48:37.389', NULL, NULL, NULL),
('48', 'permission00000000000035', 'api::category.category.delete', '2026-11-27 11:48:37.398', '2026-11-27 11:48:37.398', '2026-11-27 11:48:37.398', NULL, NULL, NULL),
('49', 'permission00000000000036', 'api::tag.tag.find', '2026-11-27 11:48:37.401', '2026-11-27 11:48:37.401', '2026-11-27 11:48:37.401', NULL, NULL, NULL),
('50', 'permission00000000000037', 'api::tag.tag.findOne', '2026-11-27 11:48:37.405', '2026-11-27 11:48:37.405', '2026-11-27 11:48:37.405', NULL, NULL, NULL),
('51', 'permission00000000000038', 'api::tag.tag.create', '2026-11-27 11:48:37.415', '2026-11-27 11:48:37.415', '2026-11-27 11:48:37.415', NULL, NULL, NULL),
('52', 'permission00000000000039', 'api::tag.tag.update', '2026-11-27 11:48:37.423', '2026-11-27 11:48:37.423', '2026-11-27 11:48:37.423', NULL, NULL, NULL),
('53', 'permission00000000000040', 'api::tag.tag.delete', '2026-11-27 11:48:37.435', '2026-11-27 11:48:37.435', '2026-11-27 11:48:37.435', NULL, NULL, NULL),
('54', 'permission00000000000041', 'api::author.author.find', '2026-11-27 11:48:37.452', '2026-11-27 11:48:37.452', '2026-11-27 11:48:37.452', NULL, NULL, NULL),
('55', 'permission00000000000042', 'api::author.author.findOne', '2026-11-27 11:48:37.456', '2026-11-27 11:48:37.456', '2026-11-27 11:48:37.456', NULL, NULL, NULL),
('56', 'permission00000000000043', 'api::author.author.create', '2026-11-27 11:48:37.462', '2026-11-27 11:48:37.462', '2026-11-27 11:48:37.462', NULL, NULL, NULL),
('57', 'permission00000000000044', 'api::author.author.update', '2026-11-27 11:48:37.466', '2026-11-27 11:48:37.466', '2026-11-27 11:48:37.466', NULL, NULL, NULL),
('58', 'permission00000000000045', 'api::author.author.delete', '2026-11-27 11:48:37.487', '2026-11-27 11:48:37.487', '2026-11-27 11:48:37.487', NULL, NULL, NULL),
('59', 'permission00000000000046', 'api::detail.detail.find', '2026-11-27 11:48:37.493', '2026-11-27 11:48:37.493', '2026-11-27 11:48:37.493', NULL, NULL, NULL),
('60', 'permission00000000000047', 'api::detail.detail.findOne', '2026-11-27 11:48:37.507', '2026-11-27 11:48:37.507', '2026-11-27 11:48:37.507', NULL, NULL, NULL),
('61', 'permission00000000000048', 'api::detail.detail.create', '2026-11-27 11:48:37.517', '2026-11-27 11:48:37.517', '2026-11-27 11:48:37.517', NULL, NULL, NULL),
('62', 'permission00000000000049', 'api::detail.detail.update', '2026-11-27 11:48:37.531', '2026-11-27 11:48:37.531', '2026-11-27 11:48:37.531', NULL, NULL, NULL),
('63', 'permission00000000000050', 'api::detail.detail.delete', '2026-11-27 11:48:37.539', '2026-11-27 11:48:37.539', '2026-11-27 11:48:37.539', NULL, NULL, NULL),
('64', 'permission00000000000051', 'api::menu-item.menu-item.find', '2026-11-27 11:48:37.55', '2026-11-27 11:48:37.55', '2026-11-27 11:48:37.55', NULL, NULL, NULL),
('65', 'permission00000000000052', 'api::menu-item.menu-item.findOne', '2026-11-27 11:48:37.561', '2026-11-27 11:48:37.561', '2026-11-27 11:48:37.561', NULL, NULL, NULL),
('66', 'permission00000000000053', 'api::menu-item.menu-item.create', '2026-11-27 11:48:37.568', '2026-11-27 11:48:37.568', '2026-11-27 11:48:37.568', NULL, NULL, NULL),
('67', 'permission00000000000054', 'api::menu-item.menu-item.update', '2026-11-27 11:48:37.573', '2026-11-27 11:48:37.573', '2026-11-27 11:48:37.573', NULL, NULL, NULL),
('68', 'permission00000000000055', 'api::menu-item.menu-item.delete', '2026-11-27 11:48:37.587', '2026-11-27 11:48:37.587', '2026-11-27 11:48:37.587', NULL, NULL, NULL),
('69', 'permission00000000000056', 'api::specimen.specimen.find', '2026-11-27 11:48:37.593', '2026-11-27 11:48:37.593', '2026-11-27 11:48:37.593', NULL, NULL, NULL),
('70', 'permission00000000000057', 'api::specimen.specimen.findOne', '2026-11-27 11:48:37.611', '2026-11-27 11:48:37.611', '2026-11-27 11:48:37.611', NULL, NULL, NULL),
('71', 'permission00000000000058', 'api::specimen.specimen.create', '2026-11-27 11:48:37.634', '2026-11-27 11:48:37.634', '2026-11-27 11:48:37.634', NULL, NULL, NULL),
('72', 'permission00000000000059', 'api::specimen.specimen.update', '2026-11-27 11:48:37.642', '2026-11-27 11:48:37.642', '2026-11-27 11:48:37.643', NULL, NULL, NULL),
('73', 'permission00000000000060', 'api::specimen.specimen.delete', '2026-11-27 11:48:37.648', '2026-11-27 11:48:37.648', '2026-11-27 11:48:37.648', NULL, NULL, NULL),
('74', 'permission00000000000061', 'api::note.note.find', '2026-11-27 11:48:37.655', '2026-11-27 11:48:37.655', '2026-11-27 11:48:37.655', NULL, NULL, NULL),
('75', 'permission00000000000062', 'api::note.note.findOne', '2026-11-27 11:48:37.675', '2026-11-27 11:48:37.675', '2026-11-27 11:48:37.675', NULL, NULL, NULL),
('76', 'permission00000000000063', 'api::note.note.create', '2026-11-27 11:48:37.678', '2026-11-27 11:48:37.678', '2026-11-27 11:48:37.678', NULL, NULL, NULL),
('77', 'permission00000000000064', 'api::note.note.update', '2026-11-27 11:48:37.688', '2026-11-27 11:48:37.688', '2026-11-27 11:48:37.688', NULL, NULL, NULL),
('78', 'permission00000000000065', 'api::note.note.delete', '2026-11-27 11:48:37.696', '2026-11-27 11:48:37.696', '2026-11-27 11:48:37.696', NULL, NULL, NULL),
('79', 'permission00000000000066', 'api::homepage.homepage.find', '2026-11-27 11:48:37.7', '2026-11-27 11:48:37.7', '2026-11-27 11:48:37.7', NULL, NULL, NULL),
('80', 'permission00000000000067', 'api::homepage.homepage.update', '2026-11-27 11:48:37.707', '2026-11-27 11:48:37.707', '2026-11-27 11:48:37.707', NULL, NULL, NULL),
('81', 'permission00000000000068', 'api::homepage.homepage.delete', '2026-11-27 11:48:37.711', '2026-11-27 11:48:37.711', '2026-11-27 11:48:37.711', NULL, NULL, NULL),
('82', 'permission00000000000069', 'api::setting.setting.find', '2026-11-27 11:48:37.726', '2026-11-27 11:48:37.726', '2026-11-27 11:48:37.726', NULL, NULL, NULL),
('83', 'permission00000000000070', 'api::setting.setting.update', '2026-11-27 11:48:37.733', '2026-11-27 11:48:37.733', '2026-11-27 11:48:37.733', NULL, NULL, NULL),
('84', 'permission00000000000071', 'api::setting.setting.delete', '2026-11-27 11:48:37.737', '2026-11-27 11:48:37.737', '2026-11-27 11:48:37.737', NULL, NULL, NULL),
('85', 'permission00000000000072', 'plugin::upload.content-api.find', '2026-11-27 11:48:37.743', '2026-11-27 11:48:37.743', '2026-11-27 11:48:37.743', NULL, NULL, NULL),
('86', 'permission00000000000073', 'plugin::upload.content-api.findOne', '2026-11-27 11:48:37.75', '2026-11-27 11:48:37.75', '2026-11-27 11:48:37.75', NULL, NULL, NULL),
('87', 'permission00000000000074', 'plugin::upload.content-api.upload', '2026-11-27 11:48:37.755', '2026-11-27 11:48:37.755', '2026-11-27 11:48:37.755', NULL, NULL, NULL),
('88', 'permission00000000000075', 'plugin::upload.content-api.destroy', '2026-11-27 11:48:37.76', '2026-11-27 11:48:37.76', '2026-11-27 11:48:37.761', NULL, NULL, NULL),
('89', 'permission00000000000076', 'plugin::i18n.locales.listLocales', '2026-11-27 11:48:37.768', '2026-11-27 11:48:37.768', '2026-11-27 11:48:37.768', NULL, NULL, NULL),
('90', 'permission00000000000077', 'api::article.article.find', '2026-11-27 11:48:37.771', '2026-11-27 11:48:37.771', '2026-11-27 11:48:37.771', NULL, NULL, NULL),
('91', 'permission00000000000078', 'api::article.article.findOne', '2026-11-27 11:48:37.854', '2026-11-27 11:48:37.854', '2026-11-27 11:48:37.854', NULL, NULL, NULL),
('92', 'permission00000000000079', 'api::article.article.create', '2026-11-27 11:48:37.867', '2026-11-27 11:48:37.867', '2026-11-27 11:48:37.867', NULL, NULL, NULL),
('93', 'permission00000000000080', 'api::article.article.update', '2026-11-27 11:48:37.874', '2026-11-27 11:48:37.874', '2026-11-27 11:48:37.875', NULL, NULL, NULL),
('94', 'permission00000000000081', 'api::article.article.delete', '2026-11-27 11:48:37.881', '2026-11-27 11:48:37.881', '2026-11-27 11:48:37.881', NULL, NULL, NULL),
('95', 'permission00000000000082', 'api::place.place.find', '2026-11-27 11:48:37.887', '2026-11-27 11:48:37.887', '2026-11-27 11:48:37.887', NULL, NULL, NULL),
('96', 'permission00000000000083', 'api::place.place.findOne', '2026-11-27 11:48:37.893', '2026-11-27 11:48:37.893', '2026-11-27 11:48:37.893', NULL, NULL, NULL),
('97', 'permission00000000000084', 'api::place.place.create', '2026-11-27 11:48:37.898', '2026-11-27 11:48:37.898', '2026-11-27 11:48:37.898', NULL, NULL, NULL),
('98', 'permission00000000000085', 'api::place.place.update', '2026-11-27 11:48:37.905', '2026-11-27 11:48:37.905', '2026-11-27 11:48:37.905', NULL, NULL, NULL),
('99', 'permission00000000000086', 'api::place.place.delete', '2026-11-27 11:48:37.917', '2026-11-27 11:48:37.917', '2026-11-27 11:48:37.917', NULL, NULL, NULL),
('100', 'permission00000000000087', 'api::category.category.find', '2026-11-27 11:48:37.921', '2026-11-27 11:48:37.921', '2026-11-27 11:48:37.921', NULL, NULL, NULL),
('101', 'permission00000000000088', 'api::category.category.findOne', '2026-11-27 11:48:37.928', '2026-11-27 11:48:37.928', '2026-11-27 11:48:37.928', NULL, NULL, NULL),
('102', 'permission00000000000089', 'api::category.category.create', '2026-11-27 11:48:37.934', '2026-11-27 11:48:37.934', '2026-11-27 11:48:37.935', NULL, NULL, NULL),
('103', 'permission00000000000090', 'api::category.category.update', '2026-11-27 11:48:37.941', '2026-11-27 11:48:37.941', '2026-11-27 11:48:37.941', NULL, NULL, NULL),
('104', 'permission00000000000091', 'api::category.category.delete', '2026-11-27 11:48:37.947', '2026-11-27 11:48:37.947', '2026-11-27 11:48:37.947', NULL, NULL, NULL),
('105', 'permission00000000000092', 'api::tag.tag.find', '2026-11-27 11:48:37.953', '2026-11-27 11:48:37.953', '2026-11-27 11:48:37.953', NULL, NULL, NULL),
('106', 'permission00000000000093', 'api::tag.tag.findOne', '2026-11-27 11:48:37.959', '2026-11-27 11:48:37.959', '2026-11-27 11:48:37.959', NULL, NULL, NULL),
('107', 'permission00000000000094', 'api::tag.tag.create', '2026-11-27 11:48:37.965', '2026-11-27 11:48:37.965', '2026-11-27 11:48:37.965', NULL, NULL, NULL),
('108', 'permission00000000000095', 'api::tag.tag.update', '2026-11-27 11:48:37.973', '2026-11-27 11:48:37.973', '2026-11-27 11:48:37.973', NULL, NULL, NULL),
('109', 'permission00000000000096', 'api::tag.tag.delete', '2026-11-27 11:48:37.988', '2026-11-27 11:48:37.988', '2026-11-27 11:48:37.988', NULL, NULL, NULL),
('110', 'permission00000000000097', 'api::author.author.find', '2026-11-27 11:48:37.995', '2026-11-27 11:48:37.995', '2026-11-27 11:48:37.995', NULL, NULL, NULL),
('111', 'permission00000000000098', 'api::author.author.findOne', '2026-11-27 11:48:38.001', '2026-11-27 11:48:38.001', '2026-11-27 11:48:38.001', NULL, NULL, NULL),
('112', 'permission00000000000099', 'api::author.author.create', '2026-11-27 11:48:38.007', '2026-11-27 11:48:38.007', '2026-11-27 11:48:38.007', NULL, NULL, NULL),
('113', 'permission00000000000100', 'api::author.author.update', '2026-11-27 11:48:38.02', '2026-11-27 11:48:38.02', '2026-11-27 11:48:38.02', NULL, NULL, NULL),
('114', 'permission00000000000101', 'api::author.author.delete', '2026-11-27 11:48:38.023', '2026-11-27 11:48:38.023', '2026-11-27 11:48:38.023', NULL, NULL, NULL),
('115', 'permission00000000000102', 'api::detail.detail.find', '2026-11-27 11:48:38.029', '2026-11-27 11:48:38.029', '2026-11-27 11:48:38.029', NULL, NULL, NULL),
('116', 'permission00000000000103', 'api::detail.detail.findOne', '2026-11-27 11:48:38.034', '2026-11-27 11:48:38.034', '2026-11-27 11:48:38.034', NULL, NULL, NULL),
('117', 'permission00000000000104', 'api::detail.detail.create', '2026-11-27 11:48:38.041', '2026-11-27 11:48:38.041', '2026-11-27 11:48:38.041', NULL, NULL, NULL),
('118', 'permission00000000000105', 'api::detail.detail.update', '2026-11-27 11:48:38.047', '2026-11-27 11:48:38.047', '2026-11-27 11:48:38.047', NULL, NULL, NULL),
('119', 'permission00000000000106', 'api::detail.detail.delete', '2026-11-27 11:48:38.053', '2026-11-27 11:48:38.053', '2026-11-27 11:48:38.053', NULL, NULL, NULL),
('120', 'permission00000000000107', 'api::menu-item.menu-item.find', '2026-11-27 11:48:38.058', '2026-11-27 11:48:38.058', '2026-11-27 11:48:38.058', NULL, NULL, NULL),
('121', 'permission00000000000108', 'api::menu-item.menu-item.findOne', '2026-11-27 11:48:38.065', '2026-11-27 11:48:38.065', '2026-11-27 11:48:38.065', NULL, NULL, NULL),
('122', 'permission00000000000109', 'api::menu-item.menu-item.create', '2026-11-27 11:48:38.074', '2026-11-27 11:48:38.074', '2026-11-27 11:48:38.074', NULL, NULL, NULL),
('123', 'permission00000000000110', 'api::menu-item.menu-item.update', '2026-11-27 11:48:38.08', '2026-11-27 11:48:38.08', '2026-11-27 11:48:38.08', NULL, NULL, NULL),
('124', 'permission00000000000111', 'api::menu-item.menu-item.delete', '2026-11-27 11:48:38.087', '2026-11-27 11:48:38.087', '2026-11-27 11:48:38.087', NULL, NULL, NULL),
('125', 'permission00000000000112', 'api::specimen.specimen.find', '2026-11-27 11:48:38.099', '2026-11-27 11:48:38.099', '2026-11-27 11:48:38.099', NULL, NULL, NULL),
('126', 'permission00000000000113', 'api::specimen.specimen.findOne', '2026-11-27 11:48:38.108', '2026-11-27 11:48:38.108', '2026-11-27 11:48:38.108', NULL, NULL, NULL),
('127', 'permission00000000000114', 'api::specimen.specimen.create', '2026-11-27 11:48:38.119', '2026-11-27 11:48:38.119', '2026-11-27 11:48:38.119', NULL, NULL, NULL),
('128', 'permission00000000000115', 'api::specimen.specimen.update', '2026-11-27 11:48:38.126', '2026-11-27 11:48:38.126', '2026-11-27 11:48:38.126', NULL, NULL, NULL),
('129', 'permission00000000000116', 'api::specimen.specimen.delete', '2026-11-27 11:48:38.13', '2026-11-27 11:48:38.13', '2026-11-27 11:48:38.13', NULL, NULL, NULL),
('130', 'permission00000000000117', 'api::note.note.find', '2026-11-27 11:48:38.134', '2026-11-27 11:48:38.134', '2026-11-27 11:48:38.134', NULL, NULL, NULL),
('131', 'permission00000000000118', 'api::note.note.findOne', '2026-11-27 11:48:38.141', '2026-11-27 11:48:38.141', '2026-11-27 11:48:38.141', NULL, NULL, NULL),
('132', 'permission00000000000119', 'api::note.note.create', '2026-11-27 11:48:38.148', '2026-11-27 11:48:38.148', '2026-11-27 11:48:38.149', NULL, NULL, NULL),
('133', 'permission00000000000120', 'api::note.note.update', '2026-11-27 11:48:38.153', '2026-11-27 11:48:38.153', '2026-11-27 11:48:38.153', NULL, NULL, NULL),
('134', 'permission00000000000121', 'api::note.note.delete', '2026-11-27 11:48:38.161', '2026-11-27 11:48:38.161', '2026-11-27 11:48:38.161', NULL, NULL, NULL),
('135', 'permission00000000000122', 'api::memo.memo.find', '2026-11-27 11:48:38.164', '2026-11-27 11:48:38.164', '2026-11-27 11:48:38.164', NULL, NULL, NULL),
('136', 'permission00000000000123', 'api::memo.memo.findOne', '2026-11-27 11:48:38.168', '2026-11-27 11:48:38.168', '2026-11-27 11:48:38.168', NULL, NULL, NULL),
('137', 'permission00000000000124', 'api::memo.memo.create', '2026-11-27 11:48:38.173', '2026-11-27 11:48:38.173', '2026-11-27 11:48:38.173', NULL, NULL, NULL),
('138', 'permission00000000000125', 'api::memo.memo.update', '2026-11-27 11:48:38.18', '2026-11-27 11:48:38.18', '2026-11-27 11:48:38.18', NULL, NULL, NULL),
('139', 'permission00000000000126', 'api::memo.memo.delete', '2026-11-27 11:48:38.187', '2026-11-27 11:48:38.187', '2026-11-27 11:48:38.187', NULL, NULL, NULL),
('140', 'permission00000000000127', 'api::homepage.homepage.find', '2026-11-27 11:48:38.191', '2026-11-27 11:48:38.191', '2026-11-27 11:48:38.191', NULL, NULL, NULL),
('141', 'permission00000000000128', 'api::homepage.homepage.update', '2026-11-27 11:48:38.197', '2026-11-27 11:48:38.197', '2026-11-27 11:48:38.197', NULL, NULL, NULL),
('142', 'permission00000000000129', 'api::homepage.homepage.delete', '2026-11-27 11:48:38.202', '2026-11-27 11:48:38.202', '2026-11-27 11:48:38.202', NULL, NULL, NULL),
('143', 'permission00000000000130', 'api::setting.setting.find', '2026-11-27 11:48:38.208', '2026-11-27 11:48:38.208', '2026-11-27 11:48:38.208', NULL, NULL, NULL),
('144', 'permission00000000000131', 'api::setting.setting.update', '2026-11-27 11:48:38.217', '2026-11-27 11:48:38.217', '2026-11-27 11:48:38.217', NULL, NULL, NULL),
('145', 'permission00000000000132', 'api::setting.setting.delete', '2026-11-27 11:48:38.228', '2026-11-27 11:48:38.228', '2026-11-27 11:48:38.228', NULL, NULL, NULL),
('146', 'permission00000000000133', 'plugin::upload.content-api.find', '2026-11-27 11:48:38.241', '2026-11-27 11:48:38.241', '2026-11-27 11:48:38.241', NULL, NULL, NULL),
('147', 'permission00000000000134', 'plugin::upload.content-api.findOne', '2026-11-27 11:48:38.246', '2026-11-27 11:48:38.246', '2026-11-27 11:48:38.246', NULL, NULL, NULL),
('148', 'permission00000000000135', 'plugin::upload.content-api.upload', '2026-11-27 11:48:38.254', '2026-11-27 11:48:38.254', '2026-11-27 11:48:38.254', NULL, NULL, NULL),
('149', 'permission00000000000136', 'plugin::upload.content-api.destroy', '2026-11-27 11:48:38.261', '2026-11-27 11:48:38.261', '2026-11-27 11:48:38.261', NULL, NULL, NULL),
('150', 'permission00000000000137', 'plugin::i18n.locales.listLocales', '2026-11-27 11:48:38.269', '2026-11-27 11:48:38.269', '2026-11-27 11:48:38.269', NULL, NULL, NULL),
('151', 'permission00000000000138', 'plugin::users-permissions.user.me', '2026-11-27 11:48:38.273', '2026-11-27 11:48:38.273', '2026-11-27 11:48:38.273', NULL, NULL, NULL),
('152', 'permission00000000000139', 'plugin::users-permissions.user.find', '2026-11-27 11:48:38.278', '2026-11-27 11:48:38.278', '2026-11-27 11:48:38.278', NULL, NULL, NULL),
('153', 'permission00000000000140', 'plugin::users-permissions.user.findOne', '2026-11-27 11:48:38.284', '2026-11-27 11:48:38.284', '2026-11-27 11:48:38.284', NULL, NULL, NULL),
('154', 'permission00000000000141', 'plugin::users-permissions.user.count', '2026-11-27 11:48:38.291', '2026-11-27 11:48:38.291', '2026-11-27 11:48:38.291', NULL, NULL, NULL),
('155', 'permission00000000000142', 'plugin::users-permissions.user.create', '2026-11-27 11:48:38.297', '2026-11-27 11:48:38.297', '2026-11-27 11:48:38.297', NULL, NULL, NULL),
('156', 'permission00000000000143', 'plugin::users-permissions.user.update', '2026-11-27 11:48:38.304', '2026-11-27 11:48:38.304', '2026-11-27 11:48:38.304', NULL, NULL, NULL),
('157', 'permission00000000000144', 'plugin::users-permissions.user.destroy', '2026-11-27 11:48:38.307', '2026-11-27 11:48:38.307', '2026-11-27 11:48:38.307', NULL, NULL, NULL),
('158', 'permission00000000000145', 'plugin::users-permissions.role.find', '2026-11-27 11:48:38.313', '2026-11-27 11:48:38.313', '2026-11-27 11:48:38.313', NULL, NULL, NULL),
('159', 'permission00000000000146', 'plugin::users-permissions.role.findOne', '2026-11-27 11:48:38.317', '2026-11-27 11:48:38.317', '2026-11-27 11:48:38.317', NULL, NULL, NULL),
('160', 'permission00000000000147', 'plugin::users-permissions.role.createRole', '2026-11-27 11:48:38.325', '2026-11-27 11:48:38.325', '2026-11-27 11:48:38.325', NULL, NULL, NULL),
('161', 'permission00000000000148', 'plugin::users-permissions.role.updateRole', '2026-11-27 11:48:38.331', '2026-11-27 11:48:38.331', '2026-11-27 11:48:38.331', NULL, NULL, NULL),
('162', 'permission00000000000149', 'plugin::users-permissions.role.deleteRole', '2026-11-27 11:48:38.336', '2026-11-27 11:48:38.336', '2026-11-27 11:48:38.336', NULL, NULL, NULL),
('163', 'permission00000000000150', 'plugin::users-permissions.auth.changePassword', '2026-11-27 11:48:38.348', '2026-11-27 11:48:38.348', '2026-11-27 11:48:38.348', NULL, NULL, NULL),
('164', 'permission00000000000151', 'plugin::users-permissions.permissions.getPermissions', '2026-11-27 11:48:38.355', '2026-11-27 11:48:38.355', '2026-11-27 11:48:38.355', NULL, NULL, NULL);
CREATE TABLE "up_permissions_role_lnk" ("id" integer, "permission_id" integer, "role_id" integer, "permission_ord" double precision);
INSERT INTO "up_permissions_role_lnk" VALUES
('1', '1', '1', '1'),
('2', '2', '1', '1'),
('3', '5', '1', '1'),
('4', '4', '1', '1'),
('5', '3', '1', '2'),
('6', '7', '2', '1'),
('7', '6', '2', '1'),
('8', '8', '2', '1'),
('9', '11', '2', '1'),
('10', '13', '2', '1'),
('11', '9', '2', '1'),
('12', '12', '2', '1'),
('13', '10', '2', '2'),
('14', '14', '2', '3'),
('15', '15', '2', '4'),
('16', '16', '2', '5'),
('17', '17', '2', '6'),
('18', '18', '2', '7'),
('19', '19', '2', '8'),
('20', '20', '2', '9'),
('21', '21', '2', '10'),
('22', '22', '2', '11'),
('23', '23', '2', '12'),
('24', '24', '2', '13'),
('25', '25', '2', '14'),
('26', '26', '2', '15'),
('27', '27', '2', '16'),
('28', '28', '2', '17'),
('29', '29', '2', '18'),
('30', '30', '2', '19'),
('31', '31', '2', '20'),
('32', '32', '2', '21'),
('33', '33', '2', '22'),
('34', '34', '1', '3'),
('35', '35', '1', '4'),
('36', '36', '1', '5'),
('37', '37', '1', '6'),
('38', '38', '1', '7'),
('39', '39', '1', '8'),
('40', '40', '1', '9'),
('41', '41', '1', '10'),
('42', '42', '1', '11'),
('43', '43', '1', '12'),
('44', '44', '1', '13'),
('45', '45', '1', '14'),
('46', '46', '1', '15'),
('47', '47', '1', '16'),
('48', '48', '1', '17'),
('49', '49', '1', '18'),
('50', '50', '1', '19'),
('51', '51', '1', '20'),
('52', '52', '1', '21'),
('53', '53', '1', '22'),
('54', '54', '1', '23'),
('55', '55', '1', '24'),
('56', '56', '1', '25'),
('57', '57', '1', '26'),
('58', '58', '1', '27'),
('59', '59', '1', '28'),
('60', '60', '1', '29'),
('61', '61', '1', '30'),
('62', '62', '1', '31'),
('63', '63', '1', '32'),
('64', '64', '1', '33'),
('65', '65', '1', '34'),
('66', '66', '1', '35'),
('67', '67', '1', '36'),
('68', '68', '1', '37'),
('69', '69', '1', '38'),
('70', '70', '1', '39'),
('71', '71', '1', '40'),
('72', '72', '1', '41'),
('73', '73', '1', '42'),
('74', '74', '1', '43'),
('75', '75', '1', '44'),
('76', '76', '1', '45'),
('77', '77', '1', '46'),
('78', '78', '1', '47'),
('79', '79', '1', '48'),
('80', '80', '1', '49'),
('81', '81', '1', '50'),
('82', '82', '1', '51'),
('83', '83', '1', '52'),
('84', '84', '1', '53'),
('85', '85', '1', '54'),
('86', '86', '1', '55'),
('87', '87', '1', '56'),
('88', '88', '1', '57'),
('89', '89', '1', '58'),
('90', '90', '3', '1'),
('91', '91', '3', '2'),
('92', '92', '3', '3'),
('93', '93', '3', '4'),
('94', '94', '3', '5'),
('95', '95', '3', '6'),
('96', '96', '3', '7'),
('97', '97', '3', '8'),
('98', '98', '3', '9'),
('99', '99', '3', '10'),
('100', '100', '3', '11'),
('101', '101', '3', '12'),
('102', '102', '3', '13'),
('103', '103', '3', '14'),
('104', '104', '3', '15'),
('105', '105', '3', '16'),
('106', '106', '3', '17'),
('107', '107', '3', '18'),
('108', '108', '3', '19'),
('109', '109', '3', '20'),
('110', '110', '3', '21'),
('111', '111', '3', '22'),
('112', '112', '3', '23'),
('113', '113', '3', '24'),
('114', '114', '3', '25'),
('115', '115', '3', '26'),
('116', '116', '3', '27'),
('117', '117', '3', '28'),
('118', '118', '3', '29'),
('119', '119', '3', '30'),
('120', '120', '3', '31'),
('121', '121', '3', '32'),
('122', '122', '3', '33'),
('123', '123', '3', '34'),
('124', '124', '3', '35'),
('125', '125', '3', '36'),
('126', '126', '3', '37'),
('127', '127', '3', '38'),
('128', '128', '3', '39'),
('129', '129', '3', '40'),
('130', '130', '3', '41'),
('131', '131', '3', '42'),
('132', '132', '3', '43'),
('133', '133', '3', '44'),
('134', '134', '3', '45'),
('135', '135', '3', '46'),
('136', '136', '3', '47'),
('137', '137', '3', '48'),
('138', '138', '3', '49'),
('139', '139', '3', '50'),
('140', '140', '3', '51'),
('141', '141', '3', '52'),
('142', '142', '3', '53'),
('143', '143', '3', '54'),
('144', '144', '3', '55'),
('145', '145', '3', '56'),
('146', '146', '3', '57'),
('147', '147', '3', '58'),
('148', '148', '3', '59'),
('149', '149', '3', '60'),
('150', '150', '3', '61'),
('151', '151', '3', '62'),
('152', '152', '3', '63'),
('153', '153', '3', '64'),
('154', '154', '3', '65'),
('155', '155', '3', '66'),
('156', '156', '3', '67'),
('157', '157', '3', '68'),
('158', '158', '3', '69'),
('159', '159', '3', '70'),
('160', '160', '3', '71'),
('161', '161', '3', '72'),
('162', '162', '3', '73'),
('163', '163', '3', '74'),
('164', '164', '3', '75');
CREATE TABLE "up_roles" ("id" integer, "document_id" character varying(255), "name" character varying(255), "description" character varying(255), "type" character varying(255), "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "up_roles" VALUES
('1', 'rolez0000000000000000001', 'Authenticated', 'Default role given to authenticated user.', 'authenticated', '2026-11-27 11:48:33.535', '2026-11-27 11:48:33.535', '2026-11-27 11:48:33.535', NULL, NULL, NULL),
('2', 'rolez0000000000000000002', 'Public', 'Default role given to unauthenticated user.', 'public', '2026-11-27 11:48:33.538', '2026-11-27 11:48:33.538', '2026-11-27 11:48:33.538', NULL, NULL, NULL),
('3', 'role00000000000000000001', 'Editor', 'May do everything', 'editor', '2026-11-27 11:48:37.101', '2026-11-27 11:48:37.101', '2026-11-27 11:48:37.101', NULL, NULL, NULL);
CREATE TABLE "up_users" ("id" integer, "document_id" character varying(255), "username" character varying(255), "email" character varying(255), "provider" character varying(255), "password" character varying(255), "reset_password_token" character varying(255), "confirmation_token" character varying(255), "confirmed" boolean, "blocked" boolean, "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
INSERT INTO "up_users" VALUES
('1', 'user00000000000000000001', 'alice', 'alice@example.com', 'local', '$2a$10$6Kv8RTk0i4ijGlNl72ifY.qmvqwUZS7/ryvvbFtetFs4DIJiJL5Py', NULL, NULL, 'true', 'false', '2026-11-27 11:48:38.583', '2026-11-27 11:48:38.583', '2026-11-27 11:48:38.397', NULL, NULL, NULL),
('2', 'user00000000000000000002', 'bob', 'bob@example.com', 'local', '$2a$10$g7cXT6B7OnPRrpuj8DKAiOFcuuvlx6mxkYUqP.b.wfmQXZgNlprmG', NULL, NULL, 'true', 'true', '2026-11-27 11:48:38.857', '2026-11-27 11:48:38.857', '2026-11-27 11:48:38.593', NULL, NULL, NULL),
('3', 'user00000000000000000003', 'carol', 'carol@example.com', 'local', '$2a$10$vbpdfwi5NTzSVuyvbyQqCO1t.7sO73JX6rsnOWE45MvI9k7.U9A.m', NULL, NULL, 'false', 'false', '2026-11-27 11:48:39.044', '2026-11-27 11:48:39.044', '2026-11-27 11:48:38.871', NULL, NULL, NULL),
('4', 'user00000000000000000004', 'erin', 'erin@example.com', 'local', '$2a$10$g4GULEuwhsZDwn5z0Q1LKuXLTlymVHjsk6bao7NjR2aboqnD3fbIC', NULL, NULL, 'true', 'false', '2026-11-27 11:48:39.295', '2026-11-27 11:48:39.295', '2026-11-27 11:48:39.053', NULL, NULL, NULL);
CREATE TABLE "up_users_role_lnk" ("id" integer, "user_id" integer, "role_id" integer, "user_ord" double precision);
INSERT INTO "up_users_role_lnk" VALUES
('1', '1', '1', '1'),
('2', '2', '1', '2'),
('3', '3', '1', '3'),
('4', '4', '3', '1');
CREATE TABLE "upload_folders" ("id" integer, "document_id" character varying(255), "name" character varying(255), "path_id" integer, "path" character varying(255), "created_at" timestamp(6) without time zone, "updated_at" timestamp(6) without time zone, "published_at" timestamp(6) without time zone, "created_by_id" integer, "updated_by_id" integer, "locale" character varying(255));
CREATE TABLE "upload_folders_parent_lnk" ("id" integer, "folder_id" integer, "inv_folder_id" integer, "folder_ord" double precision);
CREATE TABLE "strapi_migrations_internal" ("id" integer, "name" character varying(255), "time" timestamp without time zone);
INSERT INTO "strapi_migrations_internal" ("id", "name") VALUES (1, '5.0.0-rename-identifiers-longer-than-max-length'), (2, '5.0.0-02-created-document-id'), (3, '5.0.0-03-created-locale'), (4, '5.0.0-04-created-published-at'), (5, '5.0.0-05-drop-slug-fields-index'), (6, '5.0.0-06-add-document-id-indexes'), (7, 'core::5.0.0-discard-drafts'), (8, 'admin::migrate-prefered-language-dk-to-da');
