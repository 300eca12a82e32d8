// Styles of Mantine's packages besides the core, in Mantine's cascade layer.
import "@mantine/notifications/styles.layer.css";
import "@mantine/nprogress/styles.layer.css";
