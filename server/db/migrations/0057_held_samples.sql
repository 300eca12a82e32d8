CREATE TABLE "held_samples" (
	"sender" text NOT NULL,
	"drone_sn" text NOT NULL,
	"samples" jsonb NOT NULL,
	CONSTRAINT "held_samples_sender_drone_sn_pk" PRIMARY KEY("sender","drone_sn")
);
