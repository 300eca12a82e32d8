// What the console uses beside Mantine's core, all in Mantine's layer.
import "@mantine/notifications/styles.layer.css";
import "@mantine/nprogress/styles.layer.css";
